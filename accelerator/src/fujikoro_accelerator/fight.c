/* One samurai against a dragon, solved exactly: the same numbers as fujikoro_nb.odds in plain Python.
 *
 * No rule is written here. Python passes what the rules boil down to: which cells touch, the two parts and how many
 * cubes may lie where (WeaponRules), how much wood a weapon needs, where the pattern of the blueprint would fit, dice
 * as pairs, what each heap of cubes is worth. Then, as in weapons.py, flatten.py and program.py:
 *
 *   graph    positions of the weapons, lumped: a node is what may be rolled and, for every number of broken cubes,
 *            which nodes the owner may choose from. Nodes are numbered after everything they lead to.
 *   values   for each node, helmet and health a triple in the order of the goal. The dice of one colour are summed
 *            over before those of the next, so that all choices of dice share most of the work.
 *
 * Cells are bits of a mask, in the order of the board, so the lowest bit is the first cell. All state hangs on the
 * handle; nothing is global, so several fights may be solved at once. A failed allocation ends the call with
 * FK_MEMORY; the handle can only be freed then.
 */

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define API __declspec(dllexport)
#else
#define API __attribute__((visibility("default")))
#endif

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define WIDE
#endif

enum { FK_MEMORY = -1, FK_TOO_LARGE = -2, FK_UNKNOWN = -3 };
enum { MAX_CELLS = 16, MAX_DICE = 16, MAX_FACE_HITS = 9, MAX_HITS = MAX_DICE * MAX_FACE_HITS + 1 };
enum { LEFT = 1, RIGHT = 2, ALL = 3 };
enum { DEAD = 0 };
enum { WIDTH = 8, STEP = 4, LANES = 2 * WIDTH, MAX_REPAIRS = 1024, MAX_OPTIONS = 4096, MAX_PAYS = 512, BLOCK = 1 << 16 };

static const double TOLERANCE = 1e-12, FLOOR = 1e-15; /* numbers.py */

typedef uint32_t Mask;
typedef double Wide __attribute__((vector_size(8 * WIDTH), aligned(8), may_alias));

typedef struct {
    int32_t cells;
    int32_t one, each, both;     /* WeaponRules */
    int32_t wood_one, wood_both; /* cubes of wood that make a weapon usable */
    int32_t magic;               /* cell of the green cube, -1 for none */
    int32_t is_owned, stays_by_fit, is_carrier_free;
    int32_t places; /* where the pattern would fit */
    int32_t max_nodes;
    uint32_t left, right;
    uint32_t colour[3];
    uint32_t near[MAX_CELLS];
    double worth[4];
} Arms;

typedef struct {
    int32_t node;
    uint32_t lost; /* wood, metal, tooth, magic: one byte each */
    double loss;
} Option;

typedef struct {
    int32_t first, count;
} Span;

typedef struct {
    int32_t dice[4];
    int32_t targets; /* place in f->ids; broken (w, m, t) at ((w * (M + 1)) + m) * (T + 1) + t */
    int32_t then;
} Roll;

typedef struct {
    int32_t rolls;
    Roll roll[2];
} Stage;

typedef struct {
    int32_t is_turn, owner, stages;
    Stage stage[3];
    Span words; /* what makes two nodes alike */
} Node;

typedef struct {
    uint64_t key;
    int32_t value;
    int32_t is_used;
} Slot;

typedef struct {
    Slot *slots;
    size_t size, count;
} Table;

typedef struct {
    double *doubles;
    size_t size, used;
} Block;

typedef struct {
    double chance;
    Span options; /* in f->pays: helmet and loss */
} Payment;

typedef struct {
    double spared, knocked_out, loss;
    Span payments;
} Answer;

typedef struct {
    void *items;
    size_t count, room;
} Pool;

typedef struct {
    int dice[4], roll;
    double again;
    int hits;               /* length of still */
    double *still, *killed; /* chance of x hits and nothing broken; of p or more */
    double *rest;           /* [p][lane] */
} Choice;

typedef struct {
    Arms arms;
    Mask all;
    Mask *fits;
    jmp_buf out;
    /* graph */
    int8_t *legal;
    Span *maximal;
    int32_t *class_of;
    int64_t *firsts;
    Table rests, ends, by_words, by_options;
    Pool masks, endings, nodes, options, targets, ids, words, scratch, stamps, found;
    int32_t stamp;
    int32_t magic_places;
    /* values */
    int helmets, health, loss_part, all_dice;
    size_t lanes;
    Answer *answers;
    Pool payments, pays;
    double win[3], left[3], ko[3];
    double *dead_entry;
    double *row[4][MAX_DICE + 1]; /* [colour][dice][broken * MAX_HITS + hits] */
    double **turn, **entry;       /* [node][(p - 1) * lanes + part * helmets + helmet] */
    Pool blocks, wanted;
    size_t block;
    Pool choices[3];
    uint16_t **picks; /* [node][((p - 1) * helmets + helmet) * stages + stage] */
    double **values; /* of targets, while a node is solved */
} Fight;

/* ---- memory */

static void *checked(Fight *f, void *memory)
{
    if (!memory) longjmp(f->out, 1);
    return memory;
}

static void *room_for(Fight *f, Pool *pool, size_t count, size_t size)
{
    if (pool->count + count > pool->room) {
        size_t room = pool->room ? pool->room : 64;
        while (room < pool->count + count) room *= 2;
        pool->items = checked(f, realloc(pool->items, room * size));
        pool->room = room;
    }
    return (char *)pool->items + pool->count * size;
}

#define AT(pool, type, index) (((type *)(pool).items)[index])
#define PUSH(f, pool, type, item) (*(type *)room_for(f, &(pool), 1, sizeof(type)) = (item), (pool).count++)

static uint64_t mixed(uint64_t key)
{
    key ^= key >> 33;
    key *= 0xff51afd7ed558ccdULL;
    key ^= key >> 33;
    key *= 0xc4ceb9fe1a85ec53ULL;
    return key ^ key >> 33;
}

static Slot *slot_of(Fight *f, Table *table, uint64_t key)
{
    if (2 * table->count >= table->size) {
        size_t size = table->size ? 2 * table->size : 256;
        Slot *slots = checked(f, calloc(size, sizeof(Slot)));
        for (size_t i = 0; i < table->size; i++)
            if (table->slots[i].is_used) {
                size_t place = mixed(table->slots[i].key) & (size - 1);
                while (slots[place].is_used) place = (place + 1) & (size - 1);
                slots[place] = table->slots[i];
            }
        free(table->slots);
        table->slots = slots;
        table->size = size;
    }
    size_t place = mixed(key) & (table->size - 1);
    while (table->slots[place].is_used && table->slots[place].key != key) place = (place + 1) & (table->size - 1);
    return &table->slots[place];
}

static void put(Table *table, Slot *slot, uint64_t key, int32_t value)
{
    slot->key = key;
    slot->value = value;
    slot->is_used = 1;
    table->count++;
}

/* ---- geometry */

static int count_of(Mask mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}

static Mask around(const Fight *f, Mask mask)
{
    Mask found = mask;
    for (int cell = 0; mask >> cell; cell++)
        if (mask >> cell & 1) found |= f->arms.near[cell];
    return found;
}

static Mask piece_of(const Fight *f, Mask mask)
{
    Mask piece = mask & (~mask + 1), larger;
    while ((larger = around(f, piece) & mask) != piece) piece = larger;
    return piece;
}

static int is_legal(Fight *f, Mask mask)
{
    if (f->legal[mask] < 0) {
        const Arms *a = &f->arms;
        Mask left = mask & a->left, right = mask & a->right;
        int is;
        if ((left | right) != mask) is = 0;
        else if (piece_of(f, mask) == mask) is = count_of(mask) <= (left && right ? a->both : a->one);
        else
            is = left && right && count_of(left) <= a->each && count_of(right) <= a->each &&
                 !(around(f, left) & right) && piece_of(f, left) == left && piece_of(f, right) == right;
        f->legal[mask] = (int8_t)(mask == 0 || is);
    }
    return f->legal[mask];
}

/* Every legal subset that no larger legal subset contains: the mask itself, or what its parts without one cell allow. */
static Span maximal_of(Fight *f, Mask mask)
{
    if (f->maximal[mask].count) return f->maximal[mask];
    Mask found[MAX_REPAIRS];
    int count = 0;
    if (is_legal(f, mask)) found[count++] = mask;
    else
        for (Mask rest = mask; rest; rest &= rest - 1) {
            Span parts = maximal_of(f, mask ^ (rest & (~rest + 1)));
            for (int i = 0; i < parts.count; i++) {
                Mask one = AT(f->masks, Mask, parts.first + i);
                int is_new = 1, kept = 0;
                for (int j = 0; j < count; j++) is_new &= (one & found[j]) != one;
                if (!is_new) continue;
                for (int j = 0; j < count; j++)
                    if ((found[j] & one) != found[j]) found[kept++] = found[j];
                count = kept;
                if (count == MAX_REPAIRS) longjmp(f->out, 2);
                found[count++] = one;
            }
        }
    Span span = {(int32_t)f->masks.count, count};
    for (int i = 0; i < count; i++) PUSH(f, f->masks, Mask, found[i]);
    return f->maximal[mask] = span;
}

typedef struct {
    Mask cells;
    int magic, part, dice[4];
} Weapon;

static int does_fit(const Fight *f, Mask cells)
{
    for (int i = 0; i < f->arms.places; i++)
        if (!(f->fits[i] & ~cells)) return 1;
    return 0;
}

/* The usable weapons of a legal position, and how many weapons there are. */
static int usable_of(const Fight *f, Mask cells, int magic, Weapon *weapons, int *all)
{
    const Arms *a = &f->arms;
    int usable = 0;
    Mask first = cells ? piece_of(f, cells) : 0;
    Mask pieces[2] = {first, cells & ~first};
    *all = (first != 0) + (pieces[1] != 0);
    if (*all == 2 && first & a->right) pieces[0] = pieces[1], pieces[1] = first;
    for (int i = 0; i < *all; i++) {
        Mask piece = pieces[i];
        int is_both = (piece & a->left) && (piece & a->right);
        if (count_of(piece & a->colour[0]) < (is_both ? a->wood_both : a->wood_one)) continue;
        Weapon *weapon = &weapons[usable++];
        weapon->cells = piece;
        weapon->magic = magic >= 0 && (piece >> magic & 1);
        weapon->part = *all == 1 ? ALL : piece & a->left ? LEFT : RIGHT;
        for (int c = 0; c < 3; c++) weapon->dice[c] = count_of(piece & a->colour[c]);
        weapon->dice[3] = weapon->magic;
    }
    return usable;
}

static Mask part_mask(const Fight *f, int part)
{
    return part == ALL ? f->all : part == LEFT ? f->arms.left : part == RIGHT ? f->arms.right : 0;
}

static uint32_t kept_of(const Fight *f, Mask cells, int magic)
{
    const Arms *a = &f->arms;
    uint32_t kept = 0;
    for (int c = 0; c < 3; c++) kept |= (uint32_t)count_of(cells & a->colour[c]) << 8 * c;
    return kept | (uint32_t)(magic >= 0 || (a->is_owned && does_fit(f, cells))) << 24;
}

/* ---- the graph */

static int class_of(Fight *f, Mask cells, int magic);

static int32_t interned(Fight *f, Table *table, uint64_t hash, int (*is_same)(Fight *, int32_t, void *), void *what)
{
    for (;; hash++) { /* another key for another thing with the same one */
        Slot *slot = slot_of(f, table, hash);
        if (!slot->is_used) {
            put(table, slot, hash, -1);
            return -1 - (int32_t)(slot - table->slots);
        }
        if (is_same(f, slot->value, what)) return slot->value;
    }
}

typedef struct {
    int32_t broken;
    Option option;
} Found;

typedef struct {
    const Found *options;
    int count;
} Chosen;

static int is_same_target(Fight *f, int32_t id, void *what)
{
    const Chosen *chosen = what;
    Span span = AT(f->targets, Span, id);
    if (span.count != chosen->count) return 0;
    for (int i = 0; i < span.count; i++) {
        const Option *one = &AT(f->options, Option, span.first + i);
        if (one->node != chosen->options[i].option.node || one->lost != chosen->options[i].option.lost) return 0;
    }
    return 1;
}

static int32_t target_of(Fight *f, const Found *options, int count)
{
    uint64_t hash = (uint64_t)count;
    for (int i = 0; i < count; i++)
        hash = mixed(hash * 31 + ((uint64_t)(uint32_t)options[i].option.node << 32 | options[i].option.lost));
    Chosen chosen = {options, count};
    int32_t found = interned(f, &f->by_options, hash, is_same_target, &chosen);
    if (found >= 0) return found;
    int32_t id = (int32_t)f->targets.count;
    f->by_options.slots[-1 - found].value = id;
    Span span = {(int32_t)f->options.count, count};
    for (int i = 0; i < count; i++) PUSH(f, f->options, Option, options[i].option);
    PUSH(f, f->targets, Span, span);
    return id;
}

static int is_same_node(Fight *f, int32_t id, void *what)
{
    const Span *words = what;
    Span own = AT(f->nodes, Node, id).words;
    return own.count == words->count &&
           !memcmp(&AT(f->words, int32_t, own.first), &AT(f->words, int32_t, words->first),
                   sizeof(int32_t) * (size_t)own.count);
}

static void say_roll(Fight *f, const Roll *roll)
{
    int broken = (roll->dice[0] + 1) * (roll->dice[1] + 1) * (roll->dice[2] + 1);
    for (int i = 0; i < 4; i++) PUSH(f, f->words, int32_t, roll->dice[i]);
    PUSH(f, f->words, int32_t, roll->then);
    for (int i = 1; i < broken; i++) PUSH(f, f->words, int32_t, AT(f->ids, int32_t, roll->targets + i));
}

static int32_t node_number(Fight *f, Node *node)
{
    Span words = {(int32_t)f->words.count, 0};
    PUSH(f, f->words, int32_t, node->is_turn ? -1 : node->owner);
    for (int s = 0; s < node->stages; s++)
        for (int r = 0; r < node->stage[s].rolls; r++) say_roll(f, &node->stage[s].roll[r]);
    words.count = (int32_t)f->words.count - words.first;
    uint64_t hash = 7;
    for (int i = 0; i < words.count; i++) hash = mixed(hash * 31 + (uint32_t)AT(f->words, int32_t, words.first + i));
    int32_t found = interned(f, &f->by_words, hash, is_same_node, &words);
    if (found >= 0) {
        f->words.count = (size_t)words.first;
        return found;
    }
    int32_t id = (int32_t)f->nodes.count;
    if (id >= f->arms.max_nodes) longjmp(f->out, 2);
    f->by_words.slots[-1 - found].value = id;
    node->words = words;
    if (node->is_turn) node->owner = id;
    PUSH(f, f->nodes, Node, *node);
    return id;
}

static void fill_roll(Fight *f, Mask cells, int magic, const Weapon *weapon, int others, int then, Roll *roll);

/* The node when only the weapons in `others` are still to roll in this turn. */
static int node_of(Fight *f, Mask cells, int magic, int others)
{
    int owner = class_of(f, cells, magic), all;
    if (!others) return owner;
    uint64_t key = (uint64_t)cells | (uint64_t)(magic + 1) << 16 | (uint64_t)others << 21;
    Slot *slot = slot_of(f, &f->rests, key);
    if (slot->is_used) return slot->value;
    Weapon weapons[2];
    int usable = usable_of(f, cells, magic, weapons, &all), found = owner;
    for (int i = 0; i < usable; i++)
        if (!(weapons[i].cells & ~part_mask(f, others))) {
            Node node = {0, owner, 1, {{1, {{{0}, 0, 0}}}}, {0, 0}};
            fill_roll(f, cells, magic, &weapons[i], 0, -1, &node.stage[0].roll[0]);
            found = node_number(f, &node);
            break; /* the other part holds one weapon only */
        }
    put(&f->rests, slot_of(f, &f->rests, key), key, found);
    return found;
}

typedef struct {
    int32_t node;
    uint32_t kept;
} Ending;

static void add_ending(Fight *f, Span *span, Ending *found, Mask cells, int magic, int others)
{
    Ending ending = {node_of(f, cells, magic, others), kept_of(f, cells, magic)};
    for (int i = 0; i < span->count; i++)
        if (found[i].node == ending.node && found[i].kept == ending.kept) return;
    if (span->count == MAX_REPAIRS) longjmp(f->out, 2);
    found[span->count++] = ending;
}

/* Where the owner may end up after the last broken cube is off: repair, then magic once. */
static int32_t end_of(Fight *f, Mask cells, int magic, int others, int region)
{
    uint64_t key = (uint64_t)cells | (uint64_t)(magic + 1) << 16 | (uint64_t)others << 21 | (uint64_t)region << 23;
    Slot *slot = slot_of(f, &f->ends, key);
    if (slot->is_used) return slot->value;
    const Arms *a = &f->arms;
    Ending found[MAX_REPAIRS];
    Span span = {0, 0}, kept = maximal_of(f, cells);
    for (int i = 0; i < kept.count; i++) {
        Mask left = AT(f->masks, Mask, kept.first + i);
        if (!region || !left || !a->stays_by_fit || !does_fit(f, left)) {
            add_ending(f, &span, found, left, -1, others);
            continue;
        }
        int is_there = magic >= 0 && (left >> magic & 1), heirs = 0;
        if (is_there && !a->is_carrier_free) {
            add_ending(f, &span, found, left, magic, others);
            continue;
        }
        for (Mask rest = left; rest;) {
            Mask piece = piece_of(f, rest);
            rest &= ~piece;
            if (!(piece & part_mask(f, region))) continue;
            int place = 0;
            while (!(piece >> place & 1)) place++;
            heirs++;
            add_ending(f, &span, found, left, is_there && (piece >> magic & 1) ? magic : place, others);
        }
        if (!heirs) add_ending(f, &span, found, left, -1, others);
    }
    int32_t id = (int32_t)f->scratch.count;
    span.first = (int32_t)f->endings.count;
    for (int i = 0; i < span.count; i++) PUSH(f, f->endings, Ending, found[i]);
    PUSH(f, f->scratch, Span, span);
    put(&f->ends, slot_of(f, &f->ends, key), key, id);
    return id;
}

static int by_broken_and_node(const void *one, const void *other)
{
    const Found *a = one, *b = other;
    if (a->broken != b->broken) return a->broken < b->broken ? -1 : 1;
    return a->option.node < b->option.node ? -1 : a->option.node > b->option.node;
}

typedef struct {
    int32_t stamp, place;
} Stamp;

/* The lesser loss; of equal ones that with less wood, then less metal, then fewer teeth. */
static int is_less(const Option *one, const Option *other)
{
    double gap = one->loss - other->loss, size = one->loss > other->loss ? one->loss : other->loss;
    double slack = TOLERANCE * (size < 0 ? -size : size) + FLOOR;
    if (gap > slack || gap < -slack) return gap < 0;
    for (int c = 0; c < 32; c += 8)
        if ((one->lost >> c & 255) != (other->lost >> c & 255)) return (one->lost >> c & 255) < (other->lost >> c & 255);
    return 0;
}

static void fill_roll(Fight *f, Mask cells, int magic, const Weapon *weapon, int others, int then, Roll *roll)
{
    const Arms *a = &f->arms;
    memcpy(roll->dice, weapon->dice, sizeof roll->dice);
    roll->then = then;
    int all, region = 0, size = 1;
    Mask first = cells ? piece_of(f, cells) : 0;
    all = 1 + (first != cells);
    if (magic >= 0) region = all == 1 ? ALL : a->left >> magic & 1 ? LEFT : RIGHT;
    for (int c = 0; c < 3; c++) size *= weapon->dice[c] + 1;
    /* First everything this leads to, because that changes the pools; then what the owner may choose from. */
    for (Mask lost = weapon->cells; lost; lost = (lost - 1) & weapon->cells)
        end_of(f, cells & ~lost, magic >= 0 && (lost >> magic & 1) ? -1 : magic, others, region);
    uint32_t before = kept_of(f, cells, magic);
    size_t stamps = (size_t)size * f->nodes.count;
    if (f->stamps.room < stamps) {
        free(f->stamps.items);
        f->stamps.items = NULL;
        f->stamps.items = checked(f, calloc(2 * stamps, sizeof(Stamp)));
        f->stamps.room = 2 * stamps;
        f->stamp = 0;
    }
    f->stamp++;
    Pool *found = &f->found; /* nothing below comes back here */
    found->count = 0;
    for (Mask lost = weapon->cells; lost; lost = (lost - 1) & weapon->cells) {
        int broken = 0;
        for (int c = 0; c < 3; c++) broken = broken * (weapon->dice[c] + 1) + count_of(lost & a->colour[c]);
        int place = magic >= 0 && (lost >> magic & 1) ? -1 : magic;
        Span span = AT(f->scratch, Span, end_of(f, cells & ~lost, place, others, region));
        for (int i = 0; i < span.count; i++) {
            Ending ending = AT(f->endings, Ending, span.first + i);
            Found one = {broken, {ending.node, 0, 0.0}};
            for (int c = 0; c < 4; c++) {
                /* Magic may come back after the fight only if it was there or would have come back before. */
                uint32_t less = (before >> 8 * c & 255) - (ending.kept >> 8 * c & 255);
                one.option.lost |= less << 8 * c;
                one.option.loss += (double)less * a->worth[c];
            }
            Stamp *stamp = &AT(f->stamps, Stamp, (size_t)broken * f->nodes.count + (size_t)ending.node);
            if (stamp->stamp != f->stamp) {
                stamp->stamp = f->stamp;
                stamp->place = (int32_t)found->count;
                PUSH(f, *found, Found, one);
            } else if (is_less(&one.option, &AT(*found, Found, stamp->place).option))
                AT(*found, Found, stamp->place) = one;
        }
    }
    if (found->count) qsort(found->items, found->count, sizeof(Found), by_broken_and_node);
    int32_t *ids = room_for(f, &f->ids, (size_t)size, sizeof(int32_t));
    roll->targets = (int32_t)f->ids.count;
    f->ids.count += (size_t)size;
    memset(ids, 0, sizeof(int32_t) * (size_t)size);
    for (size_t i = 0, next; i < found->count; i = next) {
        int broken = AT(*found, Found, i).broken;
        for (next = i; next < found->count && AT(*found, Found, next).broken == broken;) next++;
        if (next - i > MAX_OPTIONS) longjmp(f->out, 2);
        AT(f->ids, int32_t, roll->targets + broken) = target_of(f, &AT(*found, Found, i), (int)(next - i));
    }
}

static int compare_rolls(Fight *f, const Roll *one, const Roll *other)
{
    int order = memcmp(one->dice, other->dice, sizeof one->dice);
    int size = (one->dice[0] + 1) * (one->dice[1] + 1) * (one->dice[2] + 1);
    return order ? order
                 : memcmp(&AT(f->ids, int32_t, one->targets), &AT(f->ids, int32_t, other->targets),
                          sizeof(int32_t) * (size_t)size);
}

static int class_of(Fight *f, Mask cells, int magic)
{
    size_t place = (size_t)cells * (size_t)f->magic_places + (size_t)(magic + 1);
    if (f->class_of[place] >= 0) return f->class_of[place];
    Weapon weapons[2];
    int all, usable = usable_of(f, cells, magic, weapons, &all), found = DEAD;
    if (usable == 1) {
        Node node = {1, 0, 1, {{1, {{{0}, 0, 0}}}}, {0, 0}};
        fill_roll(f, cells, magic, &weapons[0], 0, -1, &node.stage[0].roll[0]);
        found = node_number(f, &node);
    } else if (usable == 2) {
        Node node = {1, 0, 3, {{2, {{{0}, 0, 0}}}, {1, {{{0}, 0, 0}}}, {1, {{{0}, 0, 0}}}}, {0, 0}};
        for (int i = 0; i < 2; i++) { /* roll i, then the other one: stage 1 has weapon 1 left, stage 2 weapon 0 */
            fill_roll(f, cells, magic, &weapons[i], weapons[1 - i].part, 1 + i, &node.stage[0].roll[i]);
            fill_roll(f, cells, magic, &weapons[1 - i], 0, -1, &node.stage[1 + i].roll[0]);
        }
        /* Which weapon lies where does not count. */
        int order = compare_rolls(f, &node.stage[0].roll[0], &node.stage[0].roll[1]);
        if (!order) order = compare_rolls(f, &node.stage[1].roll[0], &node.stage[2].roll[0]);
        if (order > 0) {
            Roll roll = node.stage[0].roll[0];
            node.stage[0].roll[0] = node.stage[0].roll[1];
            node.stage[0].roll[1] = roll;
            Stage stage = node.stage[1];
            node.stage[1] = node.stage[2];
            node.stage[2] = stage;
            node.stage[0].roll[0].then = 1;
            node.stage[0].roll[1].then = 2;
        }
        found = node_number(f, &node);
    }
    return f->class_of[place] = found;
}

/* The first position of every node: it orders nodes that are equally good, however they are numbered. Bits: 48 the rest
 * of a turn, 16 to 47 cells, 8 to 15 magic, below what is still to roll. */
static void find_firsts(Fight *f)
{
    f->firsts = checked(f, malloc(f->nodes.count * sizeof(int64_t)));
    for (size_t i = 0; i < f->nodes.count; i++) f->firsts[i] = -1;
    size_t places = (size_t)(f->all + 1) * (size_t)f->magic_places;
    for (size_t place = 0; place < places; place++) {
        int node = f->class_of[place];
        if (node <= DEAD || f->firsts[node] >= 0) continue;
        f->firsts[node] = (int64_t)(place / (size_t)f->magic_places) << 16 | (int64_t)(place % (size_t)f->magic_places) << 8;
    }
    for (size_t i = 0; i < f->rests.size; i++) {
        const Slot *slot = &f->rests.slots[i];
        if (!slot->is_used || AT(f->nodes, Node, slot->value).is_turn || slot->value == DEAD) continue;
        int64_t key = (int64_t)slot->key, cells = key & 0xffff, magic = key >> 16 & 31, others = key >> 21 & 3;
        int64_t mark = (int64_t)1 << 48 | cells << 16 | magic << 8 | others, *first = &f->firsts[slot->value];
        if (*first < 0 || mark < *first) *first = mark;
    }
}

/* Where two weapons roll the same dice, name them in the order of the first position of their class. */
static void settle(Fight *f)
{
    find_firsts(f);
    for (int number = 1; number < (int)f->nodes.count; number++) {
        Node node = AT(f->nodes, Node, number);
        if (!node.is_turn || node.stages != 3) continue;
        if (memcmp(node.stage[0].roll[0].dice, node.stage[0].roll[1].dice, sizeof node.stage[0].roll[0].dice)) continue;
        Mask cells = (Mask)(f->firsts[number] >> 16);
        int magic = (int)(f->firsts[number] >> 8 & 255) - 1, all;
        Weapon weapons[2];
        usable_of(f, cells, magic, weapons, &all);
        for (int i = 0; i < 2; i++) {
            fill_roll(f, cells, magic, &weapons[i], weapons[1 - i].part, 1 + i, &node.stage[0].roll[i]);
            fill_roll(f, cells, magic, &weapons[1 - i], 0, -1, &node.stage[1 + i].roll[0]);
        }
        AT(f->nodes, Node, number) = node;
    }
}

/* ---- helmets */

static void begin_helmets(Fight *f, int helmets)
{
    f->helmets = helmets;
    f->lanes = ((size_t)(3 * helmets) + LANES - 1) / LANES * LANES;
    f->answers = checked(f, calloc((size_t)helmets, sizeof(Answer)));
}

typedef struct {
    int32_t helmet;
    double loss;
} Pay;

/* Whether every cube of the other heap has its match in this one (helmets.py, can_prune). */
static int is_at_least(const int *one, const int *other)
{
    return one[2] >= other[2] && one[2] + one[1] >= other[2] + other[1] &&
           one[2] + one[1] + one[0] >= other[2] + other[1] + other[0];
}

static void add_payments(Fight *f, const int *heap, const int *size, const int *value, int hits, double chance,
                         int can_prune)
{
    int kept[MAX_PAYS][3], count = 0, paid[3];
    for (paid[0] = 0; paid[0] <= heap[0]; paid[0]++)
        for (paid[1] = 0; paid[1] <= heap[1]; paid[1]++)
            for (paid[2] = 0; paid[2] <= heap[2]; paid[2]++) {
                int sum = 0, least = 1 << 20;
                for (int c = 0; c < 3; c++) {
                    sum += paid[c] * value[c];
                    if (paid[c] && value[c] < least) least = value[c];
                }
                if (sum < hits || sum - least >= hits || count == MAX_PAYS) continue;
                for (int c = 0; c < 3; c++) kept[count][c] = heap[c] - paid[c];
                count++;
            }
    Payment payment = {chance, {(int32_t)f->pays.count, 0}};
    for (int i = 0; i < count; i++) {
        int is_needed = 1;
        for (int j = 0; can_prune && j < count; j++) is_needed &= i == j || !is_at_least(kept[j], kept[i]);
        if (!is_needed) continue;
        Pay pay = {(kept[i][0] * (size[1] + 1) + kept[i][1]) * (size[2] + 1) + kept[i][2], 0.0};
        for (int c = 0; c < 3; c++) pay.loss += (heap[c] - kept[i][c]) * f->arms.worth[c];
        PUSH(f, f->pays, Pay, pay);
        payment.options.count++;
    }
    PUSH(f, f->payments, Payment, payment);
}

/* ---- values */

static int pick(const double *triples, int count)
{
    /* The first part alone decides nearly always. */
    int first = 0, rivals = 0;
    for (int i = 1; i < count; i++)
        if (triples[3 * i] > triples[3 * first]) first = i;
    double best = triples[3 * first], bound = best - (TOLERANCE * (best < 0 ? -best : best) + FLOOR);
    for (int i = 0; i < count; i++) rivals += triples[3 * i] >= bound;
    if (rivals == 1) return first;
    int tied[MAX_OPTIONS], left = 0;
    tied[0] = first;
    for (int i = 0; i < count && left < MAX_OPTIONS; i++) /* more are refused before */
        if (triples[3 * i] >= bound) tied[left++] = i;
    for (int part = 1; part < 3 && left > 1; part++) {
        double top = triples[3 * tied[0] + part];
        int kept = 0;
        for (int i = 1; i < left; i++)
            if (triples[3 * tied[i] + part] > top) top = triples[3 * tied[i] + part];
        double least = top - (TOLERANCE * (top < 0 ? -top : top) + FLOOR);
        for (int i = 0; i < left; i++)
            if (triples[3 * tied[i] + part] >= least) tied[kept++] = tied[i];
        left = kept;
    }
    return tied[0];
}

/* `pick` among payments. */
static int best_pay(const Fight *f, const double *turns, const Pay *pays, int count)
{
    double value[MAX_PAYS];
    int tied[MAX_PAYS], left = count;
    for (int i = 0; i < count; i++) tied[i] = i;
    for (int part = 0; part < 3 && left > 1; part++, turns += f->helmets) {
        double top = 0.0, sign = part == f->loss_part ? 1.0 : 0.0;
        int kept = 0;
        for (int i = 0; i < left; i++) {
            value[i] = turns[pays[tied[i]].helmet] - sign * pays[tied[i]].loss;
            if (!i || value[i] > top) top = value[i];
        }
        double least = top - (TOLERANCE * (top < 0 ? -top : top) + FLOOR);
        for (int i = 0; i < left; i++)
            if (value[i] >= least) tied[kept++] = tied[i];
        left = kept;
    }
    return tied[0];
}

/* The dragon's roll but for no hit; `turns` holds the values of the samurai's next turn by helmet. */
static void answer(const Fight *f, int helmet, const double *turns, double *out)
{
    const Answer *a = &f->answers[helmet];
    int n = f->helmets;
    for (int part = 0; part < 3; part++) out[part] = a->knocked_out * f->ko[part];
    out[f->loss_part] -= a->knocked_out * a->loss;
    for (int i = 0; i < a->payments.count; i++) {
        const Payment *payment = &AT(f->payments, Payment, a->payments.first + i);
        const Pay *pays = &AT(f->pays, Pay, payment->options.first), *best = pays;
        if (payment->options.count > 1) best += best_pay(f, turns, pays, payment->options.count);
        for (int part = 0; part < 3; part++) out[part] += payment->chance * turns[part * n + best->helmet];
        out[f->loss_part] -= payment->chance * best->loss;
    }
}

/* out[p] += sum over hits x of w[x] * in[p - x]; p = 0 is the defeated dragon, where all higher hits end.
 * Four healths and sixteen lanes at a time stay in registers; weights are padded, so that no bound is asked inside. */
WIDE static void add_roll(double *restrict out, const double *restrict in, const double *w, int length, int health,
                          size_t lanes)
{
    double tails[MAX_HITS + 1] = {0.0}, padded[MAX_HITS + 2 * (STEP - 1)] = {0.0};
    for (int x = length - 1; x >= 0; x--) tails[x] = tails[x + 1] + w[x];
    memcpy(padded + STEP - 1, w, (size_t)length * sizeof(double));
    for (size_t lane = 0; lane < lanes; lane += 2 * WIDTH) {
        const Wide dead = *(const Wide *)(in + lane), dead_too = *(const Wide *)(in + lane + WIDTH);
        for (int p = 0; p <= health; p += STEP) {
            Wide one[STEP], two[STEP];
            for (int k = 0; k < STEP; k++) {
                double tail = p + k < length ? tails[p + k] : 0.0;
                one[k] = tail * dead;
                two[k] = tail * dead_too;
            }
            int last = p + STEP - 1 < health ? p + STEP - 1 : health, row = p - length + 1;
            for (row = row < 1 ? 1 : row; row <= last; row++) {
                const Wide from = *(const Wide *)(in + (size_t)row * lanes + lane);
                const Wide more = *(const Wide *)(in + (size_t)row * lanes + lane + WIDTH);
                const double *weight = padded + STEP - 1 + p - row;
                for (int k = 0; k < STEP; k++) {
                    one[k] += weight[k] * from;
                    two[k] += weight[k] * more;
                }
            }
            for (int k = 0; k < STEP && p + k <= health; k++) {
                *(Wide *)(out + (size_t)(p + k) * lanes + lane) += one[k];
                *(Wide *)(out + (size_t)(p + k) * lanes + lane + WIDTH) += two[k];
            }
        }
    }
}

WIDE static void add_row(double *restrict out, const double *restrict in, double factor, size_t lanes)
{
    for (size_t i = 0; i < lanes; i++) out[i] += factor * in[i];
}

/* Which option is best for each helmet: sweeps over all helmets at once, first to see which options matter at all.
 * Returns whether it is the same one for all. */
WIDE static int best_options(const Fight *f, const Option *options, int count, size_t row, double *restrict bounds,
                             int32_t *restrict who)
{
    int n = f->helmets, lp = f->loss_part;
    double *restrict first = bounds, *restrict second = bounds + n, *restrict third = bounds + 2 * n;
    for (int h = 0; h < n; h++) {
        first[h] = second[h] = third[h] = -1e300;
        who[h] = 0;
    }
    if (count == 1) return 1;
    for (int i = 0; i < count; i++) {
        const double *other = f->entry[options[i].node] + row;
        double loss = lp == 0 ? options[i].loss : 0.0;
        for (int h = 0; h < n; h++) {
            double value = other[h] - loss;
            first[h] = value > first[h] ? value : first[h];
        }
    }
    for (int h = 0; h < n; h++) first[h] -= TOLERANCE * (first[h] < 0 ? -first[h] : first[h]) + FLOOR;
    int tied[MAX_OPTIONS], left = 0;
    for (int i = 0; i < count; i++) {
        const double *other = f->entry[options[i].node] + row;
        double loss = lp == 0 ? options[i].loss : 0.0;
        int is_tied = 0;
        for (int h = 0; h < n; h++) is_tied |= other[h] - loss >= first[h];
        if (is_tied) tied[left++] = i;
    }
    if (left == 1) {
        who[0] = tied[0];
        return 1;
    }
    const double none = -1e300;
    for (int j = 0; j < left; j++) {
        const double *one = f->entry[options[tied[j]].node] + row, *two = one + n;
        double loss = options[tied[j]].loss, less_one = lp == 0 ? loss : 0.0, less_two = lp == 1 ? loss : 0.0;
        for (int h = 0; h < n; h++) {
            double value = one[h] - less_one >= first[h] ? two[h] - less_two : none;
            second[h] = value > second[h] ? value : second[h];
        }
    }
    for (int h = 0; h < n; h++) second[h] -= TOLERANCE * (second[h] < 0 ? -second[h] : second[h]) + FLOOR;
    for (int last = 0; last < 2; last++) {
        for (int j = left - 1; j >= 0; j--) { /* backwards, so that the first of equals is taken last */
            const double *one = f->entry[options[tied[j]].node] + row, *two = one + n, *three = two + n;
            double loss = options[tied[j]].loss, less_one = lp == 0 ? loss : 0.0, less_two = lp == 1 ? loss : 0.0;
            double less_three = lp == 2 ? loss : 0.0;
            if (last)
                for (int h = 0; h < n; h++) {
                    double value = one[h] - less_one >= first[h] ? three[h] - less_three : none;
                    value = two[h] - less_two >= second[h] ? value : none;
                    who[h] = value >= third[h] ? tied[j] : who[h];
                }
            else
                for (int h = 0; h < n; h++) {
                    double value = one[h] - less_one >= first[h] ? three[h] - less_three : none;
                    value = two[h] - less_two >= second[h] ? value : none;
                    third[h] = value > third[h] ? value : third[h];
                }
        }
        for (int h = 0; !last && h < n; h++) third[h] -= TOLERANCE * (third[h] < 0 ? -third[h] : third[h]) + FLOOR;
    }
    int differs = 0;
    for (int h = 0; h < n; h++) differs |= who[h] != who[0];
    return !differs;
}

/* The best of a target's options for every helmet at one health; at none the win less the least loss. */
WIDE static void fill_target(const Fight *f, int id, int p, double *restrict out, double *restrict scratch)
{
    Span span = AT(f->targets, Span, id);
    const Option *options = &AT(f->options, Option, span.first);
    int n = f->helmets, lp = f->loss_part;
    size_t lanes = f->lanes;
    int32_t *restrict who = (int32_t *)(scratch + 3 * n);
    double *to = out + (size_t)p * lanes;
    if (!p) {
        double least = options[0].loss;
        for (int i = 1; i < span.count; i++)
            if (options[i].loss < least) least = options[i].loss;
        memset(to, 0, lanes * sizeof(double));
        for (int part = 0; part < 3; part++)
            for (int h = 0; h < n; h++) to[part * n + h] = f->win[part] - (part == lp ? least : 0.0);
        return;
    }
    size_t row = (size_t)(p - 1) * lanes;
    if (best_options(f, options, span.count, row, scratch, who)) { /* one option for all helmets */
        const Option *only = &options[who[0]];
        memcpy(to, f->entry[only->node] + row, lanes * sizeof(double));
        for (int h = 0; h < n; h++) to[lp * n + h] -= only->loss;
        return;
    }
    for (size_t lane = 3 * (size_t)n; lane < lanes; lane++) to[lane] = 0.0;
    for (int h = 0; h < n; h++) {
        const double *other = f->entry[options[who[h]].node] + row + h;
        for (int part = 0; part < 3; part++) to[part * n + h] = other[part * n];
        to[lp * n + h] -= options[who[h]].loss;
    }
}

/* Memory for one node, used again for the next. */
static double *room(Fight *f, size_t count)
{
    count = (count + 7) / 8 * 8 + 8;
    while (f->block < f->blocks.count && AT(f->blocks, Block, f->block).used + count > AT(f->blocks, Block, f->block).size)
        f->block++;
    if (f->block == f->blocks.count) {
        Block block = {NULL, count > BLOCK ? count : BLOCK, 0};
        PUSH(f, f->blocks, Block, block);
        AT(f->blocks, Block, f->block).doubles = checked(f, malloc(AT(f->blocks, Block, f->block).size * sizeof(double)));
    }
    Block *block = &AT(f->blocks, Block, f->block);
    double *memory = block->doubles + block->used;
    block->used += count;
    return memory;
}

static double *zeros(Fight *f, size_t count)
{
    return memset(room(f, count), 0, count * sizeof(double));
}

static void drop_room(Fight *f)
{
    for (size_t i = 0; i < f->blocks.count; i++) AT(f->blocks, Block, i).used = 0;
    f->block = 0;
}

/* flatten.py: weapon by weapon, all dice first, then fewer and fewer. */
static int in_order(const void *one, const void *other)
{
    const Choice *a = one, *b = other;
    if (a->roll != b->roll) return a->roll - b->roll;
    int dice = 0;
    for (int c = 0; c < 4; c++) dice += b->dice[c] - a->dice[c];
    if (dice) return dice;
    for (int c = 0; c < 4; c++)
        if (a->dice[c] != b->dice[c]) return b->dice[c] - a->dice[c];
    return 0;
}

static int row_length(const double *row, int dice)
{
    int hits = dice * MAX_FACE_HITS + 1;
    while (hits > 1 && row[hits - 1] == 0.0) hits--;
    return hits;
}

/* The chances of one choice that breaks nothing. */
static void fill_still(Fight *f, Choice *choice)
{
    double chances[MAX_HITS + 4 * MAX_FACE_HITS] = {1.0}, more[MAX_HITS + 4 * MAX_FACE_HITS];
    int length = 1;
    for (int c = 0; c < 4; c++) {
        const double *row = f->row[c][choice->dice[c]];
        int hits = row_length(row, choice->dice[c]);
        memset(more, 0, sizeof more);
        for (int x = 0; x < length; x++)
            for (int y = 0; chances[x] != 0.0 && y < hits; y++) more[x + y] += chances[x] * row[y];
        length += hits - 1;
        memcpy(chances, more, sizeof chances);
    }
    choice->hits = length;
    choice->again = chances[0];
    choice->still = room(f, (size_t)length);
    memcpy(choice->still, chances, (size_t)length * sizeof(double));
    choice->killed = zeros(f, (size_t)f->health + 1);
    for (int p = 1; p <= f->health; p++)
        for (int x = length - 1; x >= p; x--) choice->killed[p] += chances[x];
}

/* All choices of dice of one roll: what breaks something, one colour summed over after the other. */
static void fill_choices(Fight *f, const Roll *roll, int number, double **values, Pool *choices)
{
    const int *d = roll->dice;
    int health = f->health;
    size_t lanes = f->lanes, size = (size_t)(health + 1) * lanes;
    double *teeth = room(f, size * (size_t)((d[0] + 1) * (d[1] + 1)));
    double *metals = room(f, size * (size_t)(d[0] + 1));
    for (int t = f->all_dice ? d[2] : 0; t <= d[2]; t++) {
        memset(teeth, 0, sizeof(double) * size * (size_t)((d[0] + 1) * (d[1] + 1)));
        for (int bw = 0; bw <= d[0]; bw++)
            for (int bm = 0; bm <= d[1]; bm++)
                for (int bt = 0; bt <= t; bt++) {
                    int broken = (bw * (d[1] + 1) + bm) * (d[2] + 1) + bt;
                    if (!broken) continue;
                    const double *row = f->row[2][t] + bt * MAX_HITS;
                    int32_t id = AT(f->ids, int32_t, roll->targets + broken);
                    add_roll(teeth + size * (size_t)(bw * (d[1] + 1) + bm), values[id], row,
                             row_length(row, t), health, lanes);
                }
        for (int m = f->all_dice ? d[1] : 0; m <= d[1]; m++) {
            memset(metals, 0, sizeof(double) * size * (size_t)(d[0] + 1));
            for (int bw = 0; bw <= d[0]; bw++)
                for (int bm = 0; bm <= m; bm++) {
                    const double *row = f->row[1][m] + bm * MAX_HITS;
                    add_roll(metals + size * (size_t)bw, teeth + size * (size_t)(bw * (d[1] + 1) + bm), row,
                             row_length(row, m), health, lanes);
                }
            for (int w = f->all_dice ? d[0] : 0; w <= d[0]; w++) {
                double *rest = zeros(f, size);
                for (int bw = 0; bw <= w; bw++) {
                    const double *row = f->row[0][w] + bw * MAX_HITS;
                    add_roll(rest, metals + size * (size_t)bw, row, row_length(row, w), health, lanes);
                }
                for (int g = f->all_dice ? d[3] : 0; g <= d[3]; g++) {
                    Choice choice = {{w, m, t, g}, number, 0.0, 0, NULL, NULL, rest};
                    if (g) {
                        const double *row = f->row[3][g];
                        choice.rest = zeros(f, size);
                        add_roll(choice.rest, rest, row, row_length(row, g), health, lanes);
                    }
                    fill_still(f, &choice);
                    PUSH(f, *choices, Choice, choice);
                }
            }
        }
    }
}

/* Adds to a choice's values at health p what follows from lower health when nothing broke. */
static void add_still(const Fight *f, const Choice *choice, int p, const double *then, const double *win, double *out)
{
    size_t lanes = f->lanes;
    memcpy(out, choice->rest + (size_t)p * lanes, lanes * sizeof(double));
    for (int x = 1; x < p && x < choice->hits; x++)
        if (choice->still[x] != 0.0) add_row(out, then + (size_t)(p - x - 1) * lanes, choice->still[x], lanes);
    add_row(out, win, choice->killed[p], lanes);
}

typedef struct {
    int count;
    Choice *choices;
    double *rests; /* [choice][lane] at one health */
    double *value; /* of the stage: [(p - 1)][lane] */
    int then[2];
} Level;

static void stage_value(const Fight *f, const Level *level, int choice, int h, const double *end, double *out)
{
    const double *rest = level->rests + (size_t)choice * f->lanes;
    for (int part = 0; part < 3; part++)
        out[part] = rest[part * f->helmets + h] + level->choices[choice].again * end[part];
}

static int best_choice(const Fight *f, const Level *level, int h, double ends[2][3], double *triples, double *out)
{
    for (int i = 0; i < level->count; i++)
        stage_value(f, level, i, h, ends[level->choices[i].roll], triples + 3 * i);
    int best = level->count > 1 ? pick(triples, level->count) : 0;
    memcpy(out, triples + 3 * best, 3 * sizeof(double));
    return best;
}

static int is_close(const double *one, const double *other)
{
    for (int part = 0; part < 3; part++) {
        double a = one[part] < 0 ? -one[part] : one[part], b = other[part] < 0 ? -other[part] : other[part];
        double off = one[part] - other[part];
        if ((off < 0 ? -off : off) > TOLERANCE * (a > b ? a : b) + FLOOR) return 0;
    }
    return 1;
}

/* One weapon: the loop has a closed form. */
static int solve_single(const Fight *f, const Level *level, int h, const double *answered, double *triples,
                        double *out)
{
    double spared = f->answers[h].spared;
    for (int i = 0; i < level->count; i++) {
        stage_value(f, level, i, h, answered, triples + 3 * i);
        double factor = 1.0 / (1.0 - level->choices[i].again * spared);
        for (int part = 0; part < 3; part++) triples[3 * i + part] *= factor;
    }
    int best = level->count > 1 ? pick(triples, level->count) : 0;
    memcpy(out, triples + 3 * best, 3 * sizeof(double));
    return best;
}

/* Two weapons: choices are improved until they stay. */
static void solve_pair(const Fight *f, const Level *levels, int h, const double *answered, double *triples,
                       double values[3][3], int picks[3])
{
    double spared = f->answers[h].spared;
    picks[0] = picks[1] = picks[2] = 0;
    for (int round = 0; round < 1000; round++) {
        const Choice *first = &levels[0].choices[picks[0]];
        int next = first->roll + 1, stays = 1;
        const Choice *second = &levels[next].choices[picks[next]];
        double again = first->again * second->again, end[3], ends[2][3];
        for (int part = 0; part < 3; part++) {
            size_t lane = (size_t)(part * f->helmets + h);
            double sum = levels[0].rests[(size_t)picks[0] * f->lanes + lane] +
                         first->again * levels[next].rests[(size_t)picks[next] * f->lanes + lane];
            end[part] = answered[part] + spared * (sum + again * answered[part]) / (1.0 - again * spared);
        }
        for (int s = 2; s >= 0; s--) {
            for (int r = 0; r < 2; r++) memcpy(ends[r], s ? end : values[r + 1], sizeof end);
            int best = best_choice(f, &levels[s], h, ends, triples, values[s]);
            if (best != picks[s]) {
                if (is_close(triples + 3 * picks[s], triples + 3 * best))
                    memcpy(values[s], triples + 3 * picks[s], sizeof end);
                else {
                    picks[s] = best;
                    stays = 0;
                }
            }
        }
        if (stays) return;
    }
}

static void solve_node(Fight *f, int number)
{
    const Node *node = &AT(f->nodes, Node, number);
    int health = f->health, n = f->helmets, most = 1;
    size_t lanes = f->lanes, rows = (size_t)health * lanes;
    double *turn = checked(f, calloc(rows, sizeof(double)));
    f->turn[number] = turn;
    f->picks[number] = checked(f, calloc((size_t)(health * n * node->stages), sizeof(uint16_t)));
    double *entry = f->entry[number] = node->is_turn ? checked(f, calloc(rows, sizeof(double))) : turn;

    /* Values of all targets, each once. */
    double *scratch = room(f, (size_t)(6 * n));
    double **values = f->values;
    for (int s = 0; s < node->stages; s++)
        for (int r = 0; r < node->stage[s].rolls; r++) {
            const Roll *roll = &node->stage[s].roll[r];
            int size = (roll->dice[0] + 1) * (roll->dice[1] + 1) * (roll->dice[2] + 1);
            for (int i = 1; i < size; i++) {
                int32_t id = AT(f->ids, int32_t, roll->targets + i);
                if (values[id]) continue;
                values[id] = room(f, (size_t)(health + 1) * lanes);
                PUSH(f, f->wanted, int32_t, id);
            }
        }
    for (int p = 0; p <= health; p++) /* all targets of one health together: they share most of their options */
        for (size_t i = 0; i < f->wanted.count; i++) {
            int32_t id = AT(f->wanted, int32_t, i);
            fill_target(f, id, p, values[id], scratch);
        }

    Level levels[3];
    for (int s = 0; s < node->stages; s++) {
        Pool *choices = &f->choices[s];
        choices->count = 0;
        for (int r = 0; r < node->stage[s].rolls; r++) fill_choices(f, &node->stage[s].roll[r], r, values, choices);
        qsort(choices->items, choices->count, sizeof(Choice), in_order);
        levels[s].count = (int)choices->count;
        levels[s].choices = choices->items;
        levels[s].rests = room(f, choices->count * lanes);
        levels[s].value = s ? zeros(f, rows) : turn;
        if (levels[s].count > most) most = levels[s].count;
    }
    double *triples = room(f, (size_t)(3 * most)), *win = zeros(f, lanes);
    for (int part = 0; part < 3; part++)
        for (int h = 0; h < n; h++) win[part * n + h] = f->win[part];

    const double *end = node->is_turn ? entry : f->entry[node->owner];
    for (int p = 1; p <= health; p++) {
        size_t row = (size_t)(p - 1) * lanes;
        for (int s = 0; s < node->stages; s++)
            for (int i = 0; i < levels[s].count; i++) {
                const Choice *choice = &levels[s].choices[i];
                int then = node->stage[s].roll[choice->roll].then;
                add_still(f, choice, p, then < 0 ? end : levels[then].value, win, levels[s].rests + (size_t)i * lanes);
            }
        for (int h = 0; h < n; h++) {
            double answered[3], found[3][3], ends[2][3];
            int picks[3];
            if (!node->is_turn) {
                for (int part = 0; part < 3; part++) ends[0][part] = end[row + (size_t)(part * n + h)];
                picks[0] = best_choice(f, &levels[0], h, ends, triples, found[0]);
            } else {
                answer(f, h, turn + row, answered);
                if (node->stages == 1) picks[0] = solve_single(f, &levels[0], h, answered, triples, found[0]);
                else solve_pair(f, levels, h, answered, triples, found, picks);
            }
            for (int s = 0; s < node->stages; s++)
                f->picks[number][((p - 1) * n + h) * node->stages + s] = (uint16_t)picks[s];
            for (int part = 0; part < 3; part++) {
                size_t lane = row + (size_t)(part * n + h);
                turn[lane] = found[0][part];
                if (node->is_turn) entry[lane] = answered[part] + f->answers[h].spared * found[0][part];
                for (int s = 1; s < node->stages; s++) levels[s].value[lane] = found[s][part];
            }
        }
    }
    for (size_t i = 0; i < f->wanted.count; i++) values[AT(f->wanted, int32_t, i)] = NULL;
    f->wanted.count = 0;
    drop_room(f);
}

/* ---- what Python calls */

static int failed(int jump) { return jump == 1 ? FK_MEMORY : FK_TOO_LARGE; }

API void fk_free(Fight *f)
{
    if (!f) return;
    for (size_t i = 0; i < f->blocks.count; i++) free(AT(f->blocks, Block, i).doubles);
    Pool *pools[] = {&f->masks,  &f->endings, &f->nodes,    &f->options, &f->targets, &f->ids,
                     &f->words,  &f->scratch, &f->stamps,   &f->found,    &f->payments, &f->pays,
                     &f->blocks, &f->wanted, &f->choices[0], &f->choices[1], &f->choices[2]};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++) free(pools[i]->items);
    Table *tables[] = {&f->rests, &f->ends, &f->by_words, &f->by_options};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) free(tables[i]->slots);
    if (f->entry)
        for (size_t i = 0; i < f->nodes.count; i++) {
            if (f->entry[i] != f->turn[i]) free(f->entry[i]);
            free(f->turn[i]);
            free(f->picks[i]);
        }
    for (int c = 0; c < 4; c++)
        for (int d = 0; d <= MAX_DICE; d++) free(f->row[c][d]);
    free(f->turn);
    free(f->picks);
    free(f->entry);
    free(f->dead_entry);
    free(f->values);
    free(f->answers);
    free(f->legal);
    free(f->maximal);
    free(f->class_of);
    free(f->firsts);
    free(f->fits);
    free(f);
}

API Fight *fk_new(const Arms *arms, const uint32_t *fits)
{
    Fight *f = arms->cells <= MAX_CELLS ? calloc(1, sizeof(Fight)) : NULL;
    if (!f) return NULL;
    f->arms = *arms;
    f->all = (Mask)((1u << arms->cells) - 1);
    if (setjmp(f->out)) {
        fk_free(f);
        return NULL;
    }
    size_t masks = (size_t)1 << arms->cells;
    f->magic_places = arms->magic < 0 ? 1 : arms->cells + 1;
    f->fits = checked(f, calloc((size_t)arms->places + 1, sizeof(Mask)));
    memcpy(f->fits, fits, (size_t)arms->places * sizeof(Mask));
    f->legal = checked(f, malloc(masks));
    memset(f->legal, -1, masks);
    f->maximal = checked(f, calloc(masks, sizeof(Span)));
    f->class_of = checked(f, malloc(masks * (size_t)f->magic_places * sizeof(int32_t)));
    memset(f->class_of, -1, masks * (size_t)f->magic_places * sizeof(int32_t));
    return f;
}

/* Lays out the graph; how many nodes there are, or a negative number. */
API int fk_graph(Fight *f)
{
    int jump = setjmp(f->out);
    if (jump) return failed(jump);
    Span none = {0, 0};
    Node dead = {0, 0, 0, {{0, {{{0}, 0, 0}}}}, {0, 0}};
    PUSH(f, f->nodes, Node, dead);
    PUSH(f, f->targets, Span, none);
    class_of(f, f->all, f->arms.magic);
    settle(f);
    return (int)f->nodes.count;
}

/* A helmet whose cells do not matter. Classes are all smaller heaps, the last is the whole; hits[x] are chances. */
API int fk_heap(Fight *f, const int32_t *size, const int32_t *value, int most, const double *hits, int can_prune)
{
    int jump = setjmp(f->out);
    if (jump) return failed(jump);
    begin_helmets(f, (size[0] + 1) * (size[1] + 1) * (size[2] + 1));
    for (int h = 0; h < f->helmets; h++) {
        int heap[3] = {h / ((size[1] + 1) * (size[2] + 1)), h / (size[2] + 1) % (size[1] + 1), h % (size[2] + 1)};
        int absorbs = 0;
        Answer *own = &f->answers[h];
        for (int c = 0; c < 3; c++) {
            absorbs += heap[c] * value[c];
            own->loss += heap[c] * f->arms.worth[c];
        }
        own->spared = hits[0];
        own->payments.first = (int32_t)f->payments.count;
        for (int x = most; x > absorbs; x--) own->knocked_out += hits[x];
        for (int x = 1; x <= most && x <= absorbs; x++)
            if (hits[x] != 0.0) add_payments(f, heap, size, value, x, hits[x], can_prune);
        own->payments.count = (int32_t)f->payments.count - own->payments.first;
    }
    return f->helmets;
}

/* Any helmet: numbers[h] = spared, knocked out, loss; spans[h] = first and number of payments; each payment has a
 * chance and a first and number of options; each option a helmet and a loss. */
API int fk_helmets(Fight *f, int helmets, const double *numbers, const int32_t *spans, int payments,
                   const double *chances, const int32_t *ranges, int options, const int32_t *which,
                   const double *losses)
{
    int jump = setjmp(f->out);
    if (jump) return failed(jump);
    begin_helmets(f, helmets);
    for (int h = 0; h < helmets; h++) {
        Answer own = {numbers[3 * h], numbers[3 * h + 1], numbers[3 * h + 2], {spans[2 * h], spans[2 * h + 1]}};
        f->answers[h] = own;
    }
    for (int i = 0; i < payments; i++) {
        Payment payment = {chances[i], {ranges[2 * i], ranges[2 * i + 1]}};
        if (payment.options.count > MAX_PAYS) return FK_TOO_LARGE;
        PUSH(f, f->payments, Payment, payment);
    }
    for (int i = 0; i < options; i++) {
        Pay pay = {which[i], losses[i]};
        PUSH(f, f->pays, Pay, pay);
    }
    return helmets;
}

/* Dice and goal. faces[colour * 12 + 2 * i] are hits, the next one whether the face breaks; values are triples. */
API int fk_begin(Fight *f, const int32_t *faces, const int32_t *most_dice, int health, int loss_part, int all_dice,
                 const double *ends)
{
    int jump = setjmp(f->out);
    if (jump) return failed(jump);
    f->health = health;
    f->loss_part = loss_part;
    f->all_dice = all_dice;
    memcpy(f->win, ends, sizeof f->win);
    memcpy(f->left, ends + 3, sizeof f->left);
    memcpy(f->ko, ends + 6, sizeof f->ko);
    for (int c = 0; c < 4; c++)
        for (int d = 0; d <= most_dice[c] && d <= MAX_DICE; d++) {
            double *row = f->row[c][d] = checked(f, calloc((size_t)(d + 1) * MAX_HITS, sizeof(double)));
            if (!d) row[0] = 1.0;
            for (int b = 0; d && b < d; b++)
                for (int x = 0; x <= (d - 1) * MAX_FACE_HITS; x++)
                    for (int i = 0; i < 6; i++) {
                        const int32_t *face = faces + 12 * c + 2 * i;
                        row[(b + (c < 3 && face[1])) * MAX_HITS + x + face[0]] += f->row[c][d - 1][b * MAX_HITS + x];
                    }
        }
    for (int c = 0; c < 4; c++) { /* whole numbers until here */
        double total = 1.0;
        for (int d = 1; d <= most_dice[c] && d <= MAX_DICE; d++) {
            total *= 6.0;
            for (size_t i = 0; i < (size_t)(d + 1) * MAX_HITS; i++) f->row[c][d][i] /= total;
        }
    }
    f->values = checked(f, calloc(f->targets.count, sizeof(double *)));
    f->picks = checked(f, calloc(f->nodes.count, sizeof(uint16_t *)));
    f->turn = checked(f, calloc(f->nodes.count, sizeof(double *)));
    f->entry = checked(f, calloc(f->nodes.count, sizeof(double *)));
    double *left = f->turn[DEAD] = f->entry[DEAD] = checked(f, calloc((size_t)health * f->lanes, sizeof(double)));
    for (int p = 0; p < health; p++)
        for (int part = 0; part < 3; part++)
            for (int h = 0; h < f->helmets; h++) left[(size_t)p * f->lanes + (size_t)(part * f->helmets + h)] = f->left[part];
    f->dead_entry = checked(f, calloc((size_t)f->helmets * 3, sizeof(double)));
    for (int h = 0; h < f->helmets; h++) {
        answer(f, h, left, f->dead_entry + 3 * h);
        for (int part = 0; part < 3; part++) f->dead_entry[3 * h + part] += f->answers[h].spared * f->left[part];
    }
    return 0;
}

/* Solves some nodes, in order. */
API int fk_solve(Fight *f, int from, int to)
{
    int jump = setjmp(f->out);
    if (jump) return failed(jump);
    for (int node = from; node < to && node < (int)f->nodes.count; node++) solve_node(f, node);
    return 0;
}

/* The node of a position met in the graph: all weapons to roll (others = 0) or the rest of a turn. */
API int fk_node(Fight *f, uint32_t cells, int magic, int others)
{
    if (cells & ~f->all || magic >= f->magic_places - 1) return FK_UNKNOWN;
    if (!others) {
        int node = f->class_of[(size_t)cells * (size_t)f->magic_places + (size_t)(magic + 1)];
        return node < 0 ? FK_UNKNOWN : node;
    }
    uint64_t key = (uint64_t)cells | (uint64_t)(magic + 1) << 16 | (uint64_t)others << 21;
    if (setjmp(f->out)) return FK_MEMORY;
    Slot *slot = slot_of(f, &f->rests, key);
    return slot->is_used ? slot->value : FK_UNKNOWN;
}

/* A value: is_entry 0 when the samurai attacks next, 1 after the attack, 2 before the dragon's roll without a weapon. */
API int fk_value(const Fight *f, int node, int helmet, int health, int is_entry, double *out)
{
    if (node < 0 || (size_t)node >= f->nodes.count || helmet < 0 || helmet >= f->helmets || health < 1 ||
        health > f->health || !f->turn[node])
        return FK_UNKNOWN;
    const double *from = (is_entry ? f->entry : f->turn)[node] + (size_t)(health - 1) * f->lanes + helmet;
    for (int part = 0; part < 3; part++)
        out[part] = is_entry == 2 ? f->dead_entry[3 * helmet + part] : from[part * f->helmets];
    return 0;
}

/* A node: is it a turn, its owner, its stages, rolls in the first one. */
API int fk_describe(const Fight *f, int node, int32_t *out)
{
    if (node < 0 || (size_t)node >= f->nodes.count) return FK_UNKNOWN;
    const Node *one = &AT(f->nodes, Node, node);
    out[0] = one->is_turn;
    out[1] = one->owner;
    out[2] = one->stages;
    out[3] = one->stages ? one->stage[0].rolls : 0;
    return 0;
}

/* A roll. Without a breakage: four numbers of dice and the stage after it. With one: the options, node and lost cubes
 * of each, as many as there is room for; how many there are. */
API int fk_roll(const Fight *f, int node, int stage, int roll, int broken, int32_t *out, int room)
{
    if (node < 0 || (size_t)node >= f->nodes.count) return FK_UNKNOWN;
    const Node *one = &AT(f->nodes, Node, node);
    if (stage < 0 || stage >= one->stages || roll < 0 || roll >= one->stage[stage].rolls) return FK_UNKNOWN;
    const Roll *own = &one->stage[stage].roll[roll];
    if (!broken) {
        if (room < 5) return FK_UNKNOWN;
        memcpy(out, own->dice, sizeof own->dice);
        out[4] = own->then;
        return 5;
    }
    if (broken >= (own->dice[0] + 1) * (own->dice[1] + 1) * (own->dice[2] + 1)) return FK_UNKNOWN;
    Span span = AT(f->targets, Span, AT(f->ids, int32_t, own->targets + broken));
    for (int i = 0; i < span.count && 2 * i + 1 < room; i++) {
        const Option *option = &AT(f->options, Option, span.first + i);
        out[2 * i] = option->node;
        out[2 * i + 1] = (int32_t)option->lost;
    }
    return span.count;
}

/* The place of a node among equally good ones. */
API int64_t fk_first(const Fight *f, int node)
{
    if (node < 1 || (size_t)node >= f->nodes.count || !f->firsts) return FK_UNKNOWN;
    return f->firsts[node];
}

/* The chosen index among the choices of a stage, in the order of flatten.py. */
API int fk_pick(const Fight *f, int node, int helmet, int health, int stage)
{
    if (node < 1 || (size_t)node >= f->nodes.count || helmet < 0 || helmet >= f->helmets || health < 1 ||
        health > f->health || stage < 0 || stage >= AT(f->nodes, Node, node).stages || !f->picks[node])
        return FK_UNKNOWN;
    return f->picks[node][((health - 1) * f->helmets + helmet) * AT(f->nodes, Node, node).stages + stage];
}
