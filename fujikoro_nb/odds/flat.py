"""The flat fight: everything a solver needs, as tuples of numbers, without a rule or a cube in sight.

One samurai against a dragon. Three layers, each numbered so that a thing leads only to itself and to smaller numbers:

* **Nodes** say what the weapons are. Node 0 has no usable weapon (the samurai leaves, if it can). Every other node has
  *stages*, one for each set of weapons still to roll in this turn: stage 0 is its beginning. A node that ``is_turn``
  begins an attack turn; otherwise it is the rest of a turn and its end is that of node ``owner``.
* **Helmets** say what the helmet is: for each number of hits, where the owner may end up.
* **Health** of the dragon, 1 to ``health``.

Two values belong to (node, helmet, health): ``turn``, when the samurai attacks next, and ``entry``, after the attack,
when the dragon rolls next (for the rest of a turn ``entry`` is the value of going on rolling). A value is a triple in
the order of the goal.

A *choice* of a stage is a weapon and dice. Its outcomes come in *groups*, each with a *target* and, for each number of
hits x, the chance of x hits together with this group:

* target 0: nothing broke; go on with stage ``then`` at health - x, or, if ``then`` is -1, to the end of the turn;
* target k > 0: the owner picks the best of ``targets[k]``, a tuple of (node, loss): ``entry`` of that node at
  health - x, less the loss;
* in every group, if x >= health, the dragon is defeated: the triple ``win``, less the least loss of the target.

The chance of no hit in group 0 leads back to where the round began, if the dragon does not hit either: the one loop
there is, solved in closed form: turn = (rest + again * answer) / (1 - again * spared), where ``rest`` is all but the
repeated round, ``again`` the product of those chances along the stages, ``spared`` the chance that the dragon does not
hit, ``answer`` the other outcomes of the dragon's roll.

A loss is one number (weights times cubes) and counts in the part ``loss_part`` of the triple, with a minus sign.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fujikoro_nb.odds.numbers import Number, Triple


class Group(msgspec.Struct, frozen=True):
    """Outcomes that lead to the same options."""

    target: int
    chances: tuple[Number, ...]
    """Of 0, 1, 2, ... hits; all groups of a choice together are 1."""


class Choice(msgspec.Struct, frozen=True):
    """One weapon and how many dice of it."""

    weapon: int
    """Index of the roll in the node's plan."""
    dice: tuple[int, int, int, int]
    groups: tuple[Group, ...]
    then: int
    """The stage after a roll that broke nothing; -1: the turn is over."""
    again: Number
    """Chance of no hit and nothing broken."""


class Node(msgspec.Struct, frozen=True):
    """What the samurai may do from some weapons on."""

    is_turn: bool
    owner: int
    stages: tuple[tuple[Choice, ...], ...]
    """A stage leads only to later stages."""
    targets: tuple[tuple[tuple[int, Number], ...], ...]
    """Options by target: pairs of node and loss. Target 0 is unused."""


class Answer(msgspec.Struct, frozen=True):
    """What the dragon's hits can make of a helmet."""

    spared: Number
    """Chance of no hit."""
    knocked_out: Number
    """Chance of more hits than the helmet covers."""
    loss: Number
    """Loss when knocked out."""
    options: tuple[tuple[Number, tuple[tuple[int, Number], ...]], ...]
    """Chance, and the helmets and losses the owner chooses between."""


class FlatFight(msgspec.Struct, frozen=True):
    """A whole fight; see the module."""

    health: int
    nodes: tuple[Node | None, ...]
    helmets: tuple[Answer, ...]
    win: Triple
    left: Triple
    """Leaving without a usable weapon."""
    knocked_out: Triple
    loss_part: int
    is_exact: bool = False
    has_way_out: bool = True
    """Whether there is somewhere to go without a usable weapon."""

    def unarmed(self, helmet: int) -> Triple:
        """The value without a usable weapon: of leaving, or of the knock-out that is waited for.

        However the helmet pays until then, all of it is lost in the end.
        """
        if self.has_way_out:
            return self.left
        values: list[Any] = list(self.knocked_out)
        values[self.loss_part] -= self.helmets[helmet].loss
        return values[0], values[1], values[2]

    def last_uses(self) -> dict[int, list[tuple[tuple[int, Number], ...]]]:
        """For each node the sets of several options that no later node has."""
        last: dict[tuple[tuple[int, Number], ...], int] = {}
        for index, node in enumerate(self.nodes):
            if node is not None:
                last.update((options, index) for options in node.targets if len(options) > 1)
        by_node: dict[int, list[tuple[tuple[int, Number], ...]]] = {}
        for options, index in last.items():
            by_node.setdefault(index, []).append(options)
        return by_node

    @property
    def bytes_needed(self) -> int:
        """Memory of a solution at its peak, on floats: about, and rather more than less."""
        last = self.last_uses()
        live: set[tuple[tuple[int, Number], ...]] = set()
        columns = peak = 0
        for index, node in enumerate(self.nodes):
            columns += 6
            if node is not None:
                live.update(options for options in node.targets if len(options) > 1)
                # The slots of one node are lists of float objects, four times the size of an array's items.
                peak = max(peak, columns + 3 * len(live) + 12 * len(node.targets))
            live.difference_update(last.get(index, ()))
        return 8 * max(peak, columns) * len(self.helmets) * self.health
