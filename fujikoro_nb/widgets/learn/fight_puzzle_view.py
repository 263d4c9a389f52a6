"""What the page of a fight puzzle shows, as plain data; every sentence is chosen here."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.puzzles import ladder
from fujikoro_nb.puzzles.attempt import MISS_PRICE, PRICE, HintKind
from fujikoro_nb.puzzles.fight_attempt import fight_hint, spelt
from fujikoro_nb.puzzles.fight_maker import FightEntry
from fujikoro_nb.puzzles.fight_puzzle import WAIT, FightKind, FightProof, fight_statement, holds, samurai_of
from fujikoro_nb.puzzles.fight_scene import Scene
from fujikoro_nb.puzzles.puzzle import Outcome
from fujikoro_nb.views.fight.labels import spelt as spelt_cubes
from fujikoro_nb.views.fight.scene import asking, label, scene_view
from fujikoro_nb.widgets.learn.puzzle_view import (
    action,
    shared_view,
    verdict,
)

if TYPE_CHECKING:
    from fujikoro_nb.widgets.learn.fight_puzzles import FightPuzzles


def view(page: FightPuzzles) -> dict[str, Any]:
    """What its front end draws."""
    entry, attempt = page.entry, page.attempt
    proof = str(entry.certificate.proof) if holds(entry.certificate) else "lost"
    return {
        **shared_view(page, "fight-puzzle.title"),
        "proof": page.say(f"fight-puzzle.proof-{proof}", answers=entry.certificate.answers),
        "statement": fight_statement(entry.puzzle, language=page.language),
        "kind": "fight",
        "cards": [],
        "hand": [],
        "scene": _scene(page),
        "open_faces": True,
        "verdict": verdict(page),
        "actions": _actions(page),
        "hints": [_hint(page, kind) for kind in HintKind],
        "about": _about(page),
        "undo": page.say("fight-puzzle.undo") if page.draft and not attempt.ended else "",
        "yesterday": _yesterday(page) if page.mode == "daily" else None,
    }


def _scene(page: FightPuzzles) -> dict[str, Any]:
    puzzle = page.puzzle
    shown = scene_view(puzzle.scene, page.moment, page.say, foes=puzzle.foes)
    if puzzle.kind != FightKind.ANSWER:
        shown["roll"] = []
    return {**shown, "ask": {**_ask(page), "off": bool(page.attempt.ended)}, "happened": []}


def _ask(page: FightPuzzles) -> dict[str, Any]:
    puzzle = page.puzzle
    if puzzle.kind == FightKind.ODDS:
        guessed = page.guessed
        shown = page.say("fight-puzzle.guess", percent=guessed)
        return {
            "mode": "guess",
            "title": page.say("fight-puzzle.guess-title"),
            "value": guessed,
            "shown": shown,
        }
    if puzzle.kind == FightKind.ANSWER:
        return asking(page.moment, page.draft, page.say)
    texts = sorted(text for text, _ in page.entry.certificate.worth)  # their order must not tell the best
    options = [
        {"text": text, "label": answer_words(page, page.entry, text), "on": text == page.draft}
        for text in texts
    ]
    return {"mode": "options", "title": "", "options": options}


def answer_words(page: FightPuzzles, entry: FightEntry, text: str) -> str:
    """An answer as a person says it."""
    puzzle = entry.puzzle
    match text.split():
        case ["guess", percent]:
            return page.say("fight-puzzle.guess", percent=percent)
        case [word] if word == WAIT:
            return page.say("fight-puzzle.wait")
        case ["keep"]:
            return page.say("fight-puzzle.keep")
        case ["send", source, cube]:
            place = page.say(f"combat.place-{source}")
            if cube == "-":
                return page.say("fight-puzzle.send-empty", place=place)
            return page.say("fight-puzzle.send", place=place, cube=page.say(f"word.{cube}"))
        case ["ask", number]:
            return _companion(
                page, puzzle.allies[int(number) - 1].weapon, puzzle.allies[int(number) - 1].helmet
            )
        case _:
            return label(text, page.say)


def _companion(page: FightPuzzles, weapon: str, helmet: str) -> str:
    samurai = samurai_of(Scene(foe="9/5/3", weapon=weapon, helmet=helmet))
    return page.say(
        "fight-puzzle.ask",
        weapon=spelt_cubes(samurai.gear.weapon.cubes, page.say),
        initiative=samurai.initiative,
        absorbs=absorption(samurai.gear, GearKind.HELMET),
    )


def _actions(page: FightPuzzles) -> list[dict[str, Any]]:
    if page.attempt.ended:
        is_but = page.attempt.ended == Outcome.RIGHT_BUT
        better = [action(page, "show-better", "show-better")] if is_but else []
        return [*better, action(page, "next", "next", main=True)]
    if page.feedback is not None:
        return [{"act": "again", "label": page.say("fight-puzzle.take-back"), "main": True}]
    if not page.can_check():
        return [{"act": "check", "label": page.say("fight-puzzle.choose-first"), "main": True, "off": True}]
    key = "fight-puzzle.check" if page.attempt.worth else "puzzle.check-again"
    return [{"act": "check", "label": page.say(key, price=MISS_PRICE), "main": True}]


def _hint(page: FightPuzzles, kind: HintKind) -> dict[str, Any]:
    is_paid = kind in page.attempt.hints
    sentence = ""
    if is_paid and kind == HintKind.SOLUTION:
        words = answer_words(page, page.entry, page.entry.certificate.solution)
        sentence = page.say("fight-puzzle.hint-solution", answer=words)
    elif is_paid:
        sentence = fight_hint(page.entry, kind, language=page.language)
    return {
        "kind": str(kind),
        "label": page.say(f"fight-puzzle.hint-{kind}-name"),
        "price": page.say("puzzle.paid" if is_paid else "puzzle.price", price=PRICE[kind]),
        "paid": is_paid,
        "text": sentence,
        "open": not page.attempt.ended,
    }


def _about(page: FightPuzzles) -> str:
    certificate, puzzle = page.entry.certificate, page.puzzle
    key = {FightKind.ODDS: "odds", FightKind.WHOM: "points", FightKind.ALLY: "joint"}.get(puzzle.kind, "win")
    if not holds(certificate):
        key = "lost"
    gap = ""
    if certificate.proof != FightProof.ODDS:
        gap = spelt(puzzle, certificate.gap or 0, language=page.language)
    proof = page.say(f"fight-puzzle.about-{key}", gap=gap)
    steps = page.say("puzzle.about-steps", steps=page.entry.rated.steps)
    return f"{proof} {steps} {page.say('puzzle.link-carries')}"


def _yesterday(page: FightPuzzles) -> dict[str, Any]:
    entry = ladder.daily(page.today - datetime.timedelta(days=1), page.book.entries)
    shown = None
    if page.shows_yesterday:
        words = answer_words(page, entry, entry.certificate.solution)
        shown = {
            "statement": fight_statement(entry.puzzle, language=page.language),
            "cells": "",
            "label": words,
        }
    return {"on": page.shows_yesterday, "shown": shown}
