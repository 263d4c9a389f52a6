"""``fujikoro play``, ``replay`` and ``escape``: whole games of bots, and what is still in a saved one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from fujikoro_nb.bots import ENDED_BY_TURNS, MOST_TURNS, Budget, bots_of, new_session, play_out, turns_over
from fujikoro_nb.commands.game_files import check_place, open_game, read_game_file, write_game
from fujikoro_nb.commands.progress_line import ProgressLine
from fujikoro_nb.commands.reply import DIFFERENT, GOOD, USUAL, Reply, rulings_from
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.refused import Asked, check_scenario, mode_named
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.group.goals import goals_met
from fujikoro_nb.engine.fujikoro.rules.group.rounds import is_final
from fujikoro_nb.engine.fujikoro.scenarios import WITHOUT, scenario_of
from fujikoro_nb.engine.kernel import CHANCE, Illegal, Seat, Session, Unreadable
from fujikoro_nb.helper.quick.escape_clock import runs
from fujikoro_nb.helper.quick.escape_plan import escape_plan, is_settled
from fujikoro_nb.helper.quick.escape_sentences import needs_help, told
from fujikoro_nb.texts import say


def play_reply(
    *,
    mode: str = "",
    characters: Sequence[str] = (),
    scenario: Sequence[int] = (),
    players: int | None = None,
    seed: str = "1",
    bots: str = "random",
    budget: str = "",
    save: Path | None = None,
    adventures: bool = False,
    peaceful: bool = False,
    turns: int | None = None,
    readings: Sequence[str] = (),
    progress: ProgressLine | None = None,
) -> Reply:
    """``fujikoro play``. Raises Unreadable, and Illegal for a table that the game cannot have.

    ``answers`` are all entries of the log, ``winner`` is a seat counted from 0, or null when nobody has won. Of a group
    it tells instead the round, the phase, the lives and which goals are reached. ``characters`` are named one a seat.
    ``scenario`` is one number, or none; without a ``mode`` the first one that it has is played.
    Without ``players`` as many play as there are characters, else three, or as many as the mode allows.
    ``budget`` is what bots that think may take for a decision: plans played out, or seconds such as ``1s``.
    ``progress`` is told before each move how far the game is.
    """
    if turns is not None and turns < 1:
        raise Unreadable("bot-turns", str(turns), 0)
    if save is not None:
        check_place(save)
    named = scenario_of(scenario[0]) if scenario else WITHOUT
    if scenario and (len(scenario) > 1 or named is None or not scenario[0]):
        refusal = check_scenario(Asked(COMPETITIVE.name, USUAL, tuple(scenario)))
        if refusal is not None:
            raise Illegal(refusal)
    rules = mode_named(mode or (named or WITHOUT).modes[0].name)
    if players is None:
        players = len(characters) or min(USUAL, rules.most_players)
    names = [name.strip() for name in bots.split(",")]
    rulings = rulings_from(readings)
    thought = Budget.of(budget) if budget else None
    seated = bots_of(names, players=players, seed=seed, budget=thought)
    names = names * players if len(names) == 1 else names
    session = new_session(
        players=players,
        seed=seed,
        adventures=adventures,
        peaceful=peaceful,
        rulings=rulings,
        seats=names,
        mode=rules.name,
        characters=characters,
        scenario=scenario[0] if scenario else 0,
    )
    if progress is None:
        played = play_out(session, seated, most_turns=turns or MOST_TURNS)
    else:
        line = progress
        try:
            played = play_out(
                session,
                seated,
                most_turns=turns or MOST_TURNS,
                hear=lambda _, __: line.told(lambda: how_far(session)),
            )
        finally:
            line.erase()
    if save is not None:
        write_game(save, session)
    if session.state.party is not None:
        return _group_reply(session, played.turns, save)
    scores = [samurai.score for samurai in session.state.samurai]
    winner = winner_of(session)
    data: dict[str, Any] = {
        "players": players,
        "turns": played.turns,
        "answers": len(session.lines),
        "ended_by": played.ended_by,
        "scores": scores,
        "winner": winner,
        "save": None if save is None else str(save),
    }
    lines = [say(f"play.ended-{played.ended_by}", turns=played.turns, answers=data["answers"])]
    lines += [
        say("play.score", player=seat + 1, bot=name, points=points)
        for seat, (name, points) in enumerate(zip(names, scores, strict=True))
    ]
    if winner is not None:
        lines.append(say("play.winner", player=winner + 1))
    if save is not None:
        lines.append(say("play.saved", file=save))
    return Reply(GOOD, data, tuple(lines))


def _group_reply(session: Session[GameState], turns: int, save: Path | None) -> Reply:
    """How the game of a group went."""
    state = session.state
    party = state.party
    assert party is not None, "asked of a group"
    ended_by = party.outcome or ENDED_BY_TURNS
    points = {"points": state.samurai[0].score} if state.has_points else {}
    answers = len(session.lines)
    data: dict[str, Any] = {
        "mode": state.mode.name,
        "players": state.players,
        "round": party.round,
        "phase": "final" if is_final(state) else "normal",
        "ended_by": ended_by,
        "lives": list(party.lives),
        "goals": dict(goals_met(state)),
        **points,
        "turns": turns,
        "answers": answers,
        "save": None if save is None else str(save),
    }
    lines = [say(f"play.ended-{ended_by}", turns=turns, answers=answers)]
    lives = ", ".join(map(str, party.lives))
    lines.append(say("play.group", round=party.round, lives=lives))
    goals = goals_met(state)
    lines.append(say("play.goals", n=sum(is_met for _, is_met in goals), of=len(goals)))
    lines += [say("play.points", points=number) for number in points.values()]
    if save is not None:
        lines.append(say("play.saved", file=save))
    return Reply(GOOD, data, tuple(lines))


def how_far(session: Session[GameState]) -> str:
    """Turns, answers and points of a game that is being played."""
    party, lines = session.state.party, session.lines
    if party is not None:
        lives = ", ".join(map(str, party.lives))
        return say("play.group", round=party.round, lives=lives)
    points = ", ".join(str(samurai.score) for samurai in session.state.samurai)
    turns = turns_over(event for line in lines for event in line.events)
    return say("play.progress", turns=turns, answers=len(lines), points=points)


def winner_of(session: Session[GameState]) -> int | None:
    """The seat that has won alone, or None: the game goes on, or a tie that no rule decides."""
    if session.question is not None or session.state.party is not None:
        return None
    first = [int(rank.seat) for rank in standing(session.state) if rank.is_first]
    return first[0] if len(first) == 1 else None


def replay_reply(path: Path) -> Reply:
    """``fujikoro replay``: 0 when today's rules agree with the whole log, 1 when not. Raises Unreadable.

    ``turns`` are those of a whole game; a fight and another game have none.
    """
    session = open_game(read_game_file(path))
    lines = session.lines
    data: dict[str, Any] = {
        "game": session.game.name,
        "agrees": session.disagreement is None,
        "answers": len(lines),
        "is_over": session.question is None,
        "unplayed": len(session.unplayed),
    }
    said = [say("play.replayed", answers=len(lines))]
    if isinstance(session.state, GameState):
        data["turns"] = turns_over(event for line in lines for event in line.events)
        said = [say("play.replayed-turns", answers=len(lines), turns=data["turns"])]
        party = session.state.party
        if party is not None:
            data |= {"mode": session.state.mode.name, "round": party.round, "ended_by": party.outcome or None}
            said.append(say("play.group", round=party.round, lives=", ".join(map(str, party.lives))))
    if session.disagreement is None:
        return Reply(GOOD, data, (*said, say("play.agrees")))
    differs = session.disagreement
    slots: dict[str, Any] = dict(differs.data)
    sentence = say(f"save.{differs.reason}", **slots)
    data["differs"] = {"reason": differs.reason, "sentence": sentence, **slots}
    return Reply(DIFFERENT, data, (*said, sentence))


def escape_reply(path: Path, *, player: int | None = None) -> Reply:
    """``fujikoro escape``: 0 when there is a way out or no need of one, 1 when there is none. Raises Unreadable."""
    session = open_game(read_game_file(path))
    state = session.state
    if not isinstance(state, GameState):
        is_fight = isinstance(state, ArenaState)
        raise Unreadable("escape-fight" if is_fight else "escape-other-game", str(path), 0)
    if player is None:
        asked = session.question
        player = int(asked.seat) + 1 if asked is not None and asked.seat != CHANCE else 1
    if not 1 <= player <= state.players:
        raise Unreadable("escape-player", str(player), 0)
    if runs(state) and not is_settled(state):
        raise Unreadable("escape-open", str(path), 0)
    plan = escape_plan(state, Seat(player - 1))
    data: dict[str, Any] = msgspec.to_builtins(plan)
    return Reply(DIFFERENT if needs_help(state, plan) else GOOD, data, told(state, plan))
