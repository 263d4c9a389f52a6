// Words as the search of the rules compares them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deletionsOf, gramsOf, plain, stemOf, stemsOf, synonymsOf, wordsOf } from "../../fujikoro_nb/widgets/rules/rule_words.mjs";
import { SEARCH } from "./small_book.mjs";

const WORDS = { ...SEARCH, joined: { en: null, fr: null, de: /^(um|aus)(?:ge|zu)([a-z]{4,})$/ }, endings: { ...SEARCH.endings, de: ["en", "t"] }, numerals: { en: new Map([["two", "2"]]), fr: new Map() }, stop: { en: new Set(["the", "of"]), fr: new Set() }, empty: { en: new Set(), fr: new Set() }, whole: { en: new Map([["seconds", "seconds"]]), fr: new Map(), de: new Map() } };

test("words are compared without accents, capitals and ligatures", () => {
  assert.equal(plain("Œufs, STRASSE, ß, été"), "oeufs, strasse, ss, ete");
  assert.deepEqual(wordsOf("Player's 2 monks—où?"), ["player", "s", "2", "monks", "ou"]);
});

test("an ending goes where a stem is left, and a doubled letter with it", () => {
  assert.equal(stemOf("strikes", "en", WORDS), "strike");
  assert.equal(stemOf("hitting", "en", WORDS), "hit");
  assert.equal(stemOf("rolls", "en", WORDS), "roll");
  assert.equal(stemOf("its", "en", WORDS), "its");
  assert.equal(stemOf("1000", "en", WORDS), "1000");
  assert.equal(stemOf("seconds", "en", WORDS), "seconds", "of the clock");
});

test("a separable verb is the same with what stands in its middle and without", () => {
  for (const word of ["umgehauen", "umzuhauen", "umhauen", "umhaut"]) assert.equal(stemOf(word, "de", WORDS), "umhau");
  assert.equal(stemOf("ausgehen", "de", WORDS), "ausgeh", "to go out, with nothing in its middle");
});

test("numbers are figures, and words that say nothing go where others are left", () => {
  assert.deepEqual(stemsOf("the two hits of lava", "en", WORDS), ["2", "hit", "lava"]);
  assert.deepEqual(stemsOf("of the", "en", WORDS), ["of", "the"]);
});

test("two words one slip apart share what is left of them, and a word has its letter groups", () => {
  assert.ok([...deletionsOf("lavva")].some((one) => deletionsOf("lava").has(one)));
  assert.deepEqual([...gramsOf("lava")].sort(), ["_la", "ava", "lav", "va_"]);
});

test("each word of a group stands for the others", () => {
  const groups = synonymsOf(["hit strike"], "en", WORDS);
  assert.deepEqual([...(groups.get("hit") ?? [])], ["strike"]);
  assert.deepEqual([...(groups.get("strike") ?? [])], ["hit"]);
});
