"""An encounter being played: a pure function of its record, which people add to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from quintain.engine.asked import OpenOption, OpenQuestion
from quintain.engine.battle import GM, PLAYERS, Battle
from quintain.engine.budget import MOST_WAYS, Budget, counted_budget
from quintain.engine.display import chart_of, fight_html
from quintain.engine.event import Event
from quintain.engine.exact import Position
from quintain.engine.given import faces_given, given, mapping, named_first, one_of, quoted
from quintain.engine.history import Kept, Taken, changed_entry, defect, moved, summary, taken_from, whole
from quintain.engine.odds import Odds
from quintain.engine.play import tactic_checked
from quintain.engine.question import Option
from quintain.engine.record import (
    ASIDES,
    FRESH,
    MOST_PLAIN,
    Entry,
    automation_from,
    draws_after,
    entry_from,
    plain_copy,
    plain_size,
    why_not_plain,
    with_draws,
)
from quintain.engine.recorded import Recorded
from quintain.engine.refusal import Illegal, Malformed, NotYours, Over, Refusal, ReplayMismatch, Stale, Unavailable
from quintain.engine.seat import LEVELS_OF_HELP, looker, may_answer
from quintain.engine.stream import seeds_from
from quintain.engine.study import KNOWLEDGE, LEARNED, asked_then, option_odds, planned
from quintain.engine.system import System, open_options, why_not
from quintain.engine.view import own_units, view

if TYPE_CHECKING:
    from quintain.engine.protocol import View

LONGEST_ID: Final = 2_000
"""No option has a longer name; what is longer is not looked at."""
MOST_ORDERS: Final = 200
MOST_BESIDE: Final = 16
"""So many numbers of the seed are kept for what is thrown beside dice that are typed in."""
MOST_OWN_ORDERS: Final = 100
"""So many of a player's, for whom that player runs, whatever others have ordered."""
STOPS: Final = ("", "consequences", "action", "turn", "round")
"""How far odds look: to the next place that the rules reach (`Battle.reached`), or "" for the next joint."""


class Fight(Recorded):
    """A fight as people play it. Everything that changes it goes through the record."""

    # -- answering -----------------------------------------------------------------------------------------------------

    def answer(self, question_id: object, option_id: object, by: object = "", insist: object = False) -> list[Event]:
        """Choose an option; returns the events it led to. Not allowed: a Refusal that says why, and nothing is changed.

        `by` is the seat that answers; left out, whoever is asked. With the table at "assist" or "board" the GM may `insist`
        on an option the rules would not allow.
        """
        by = looker(by) if by != "" else ""
        asked = self._open(question_id, by)
        seat = by if _offered(asked, option_id, by) else self._seat(asked, by)
        if asked.pending is not None:
            raise Malformed("this is a roll: type in its faces (enter).")
        if asked.question is None:
            if option_id != "go":
                raise Unavailable(f"{quoted(option_id)} is not an option here: there is go.")
            return self._add(Entry("go", asked.id, "", seat))
        with whole(self):
            option = self._judged(asked, self._found(asked, option_id, by), seat, insist is True)
            theirs = asked.question.not_yours(option, by) if by not in ("", GM) else ""
            if theirs:
                raise NotYours(f"{option.label(asked.question.battle)}: {theirs}.")
            named = [self.battle.find(one) for one in option.named_units()] if seat == GM else []
            unseen = any(not self.system.sees_unit(self.battle, unit, []) for unit in named if unit is not None)
            return self._added(Entry("answer", asked.id, option.id(), seat, None, {"unseen": True} if unseen else None))

    def enter(self, question_id: object, faces: object, by: object = "") -> list[Event]:
        """Type in what a real die shows."""
        by = looker(by) if by != "" else ""
        asked = self._open(question_id, by)
        seat = self._seat(asked, by)
        if asked.pending is None:
            raise Malformed("no die is asked for here: choose an option (answer).")
        shown = faces_given(faces)
        asked.pending.dice.check(shown)
        dice, drawn = asked.pending.thrown, draws_after(self.written)
        beside = FRESH * drawn.fresh + FRESH // 2 + MOST_BESIDE * len(self.written)
        return self._add(Entry("roll", asked.id, dice.name, seat, dice.completed(shown, self.seeds.stream(drawn.seed, beside))))

    def rule(self, ruling: object, /, *, by: object = GM, **args: object) -> list[Event]:
        """The GM's word: recorded, told and undone like everything else."""
        return self.rule_with(ruling, args, by)

    def rule_with(self, ruling: object, args: object, by: object = GM) -> list[Event]:
        """The same, with what the ruling takes as a mapping."""
        if by != GM:
            raise NotYours("only the GM may rule.")
        if not isinstance(ruling, str) or not isinstance(args, dict):
            raise Malformed("a ruling has a name, and a mapping of what it is given.")
        why = why_not_plain(args)
        if why:
            raise Malformed(f"what a ruling is given must fit into a record: {why}.")
        if plain_size(args) > MOST_PLAIN:
            raise Malformed(f"a ruling is given at most {MOST_PLAIN:,} characters.")
        at = self.open_now[0].id if self.open_now else "end"
        return self._add(Entry("rule", at, ruling, GM, None, {str(name): plain_copy(part) for name, part in args.items()}))

    # -- taking back -----------------------------------------------------------------------------------------------------

    def undo(self, fresh: object = False, by: object = GM) -> None:
        """Take back the last thing a person did, and all that followed from it; with `fresh`, other dice fall next time."""
        for place in range(len(self.written) - 1, -1, -1):
            if self.written[place].is_personal():
                self.undo_to(place, fresh, by)
                return
        raise Unavailable("there is nothing to take back.")

    def undo_to(self, place: object, fresh: object = False, by: object = GM) -> None:
        """Go back to before entry number `place` (counted from 0) of the record; `by` is the seat that does."""
        at, seat = self.place(place), looker(by)
        with whole(self):
            self._take_back(at, fresh is True, True, seat)

    def _take_back(self, at: int, fresh: bool, quietly: bool, seat: str) -> None:
        """Go back to before this entry. With `quietly` remarks stay that stand before all that others than the GM have heard of: what
        was taken back in the open is not done again for something that nobody heard of."""
        self._show_seed()
        taken = self.written[at:]
        heard = [PLAYERS]
        stays: list[int] = []
        known = 0
        if any(entry.is_personal() for entry in taken):
            first = self.unheard_until(at, False) if quietly else at
            heard = self.heard_between(first, len(self.written))
            stays = [place for place in range(at, first) if self.written[place].do in ASIDES]
            known = self.unheard_until(first, True) - at
        where = {place: at + number for number, place in enumerate(stays)}
        self.to_redo = [one.standing_at(where.get(one.at, one.at)) for one in self.to_redo]
        self.branches = [[one.standing_at(where.get(one.at, one.at)) for one in branch] for branch in self.branches]
        self._prune(at + len(stays))
        self.written = [*self.written[:at], *[self.written[place] for place in stays], summary(taken, heard, known)]
        if fresh or any(entry.at != "end" for entry in taken):  # Else the fight is over as before: nothing is drawn.
            self._other_dice(fresh)
        self._back_to(at)
        self._note_hold()
        draws, stayed = draws_after(self.written[:at]), [place - at for place in stays]
        self.to_redo.append(Taken(taken, at, len(self.written) - at, draws, heard, stayed))
        self._run()
        self._count_at(at, seat)
        self.dropped = []

    def heard_of(self, place: object, seat: object) -> bool:
        """Does this seat know that somebody did entry number `place`: its own, a ruling that told it something, or an answer or a die
        of somebody it sees? What goes on after somebody unseen is done would have gone on without."""
        who, at = looker(seat), self.place(place)
        if who == GM or self.written[at].do in ("answer", "roll"):
            return who == GM or self.is_known(self.written[at], who)
        # What came of it ends where somebody does the next thing, or takes one back; of a ruling, which leaves open what is asked,
        # where that is answered.
        last, settles = at + 1, self.written[at].do != "rule"
        while last < len(self.written) and self.written[last].do != "undone" and not self.written[last].is_personal():
            settles = settles or self.written[last].do == "withdrawn"
            if self.written[last].do == "answer" and not settles:
                break
            last += 1
        heard = self.heard_between(at, last)
        return who in heard or PLAYERS in heard

    def may_redo(self, seat: object) -> bool:
        """Is there anything to do again that this seat has heard of, and has it heard of nothing since?"""
        who = looker(seat)
        if who == GM:
            return bool(self.to_redo)
        known = [taken for taken in self.to_redo if taken.is_known_to(who)]
        return bool(known) and who not in self.heard_between(known[-1].at + known[-1].wrote, len(self.written))

    def redo(self, seat: object = GM) -> None:
        """Do again what was taken back last, as far as this seat has heard: as it was where nobody has heard of anything since, else
        by name, as far as it still fits.

        What does not fit any more is dropped, and is in `fell_away`.
        """
        who = looker(seat)
        if not self.may_redo(who):
            raise Unavailable("there is nothing to do again.")
        with whole(self):
            self._show_seed()
            taken = self.to_redo.pop()
            while not taken.is_known_to(who):
                taken = self.to_redo.pop()
            undone = list(self.to_redo)
            self.dropped = []
            after = taken.at + taken.wrote
            since = self.written[after:]
            heard = bool(since) and PLAYERS in self.heard_between(after, len(self.written))
            again = [*self.written[: taken.at], *since, *taken.entries]
            if not heard and self._redo_as_it_was(taken, since):
                self.to_redo = [one.standing_at(taken.place_again(one.at, len(since))) for one in undone]
                return
            pool, place = with_draws(taken.draws.copy(), taken.entries), len(self.written)
            if since and not heard:
                # What nobody heard of comes first: what is told now is no other for it.
                place = taken.at
                pool = with_draws(draws_after(self.written[:after]), since) + pool
                undone = [one.standing_at(taken.place_again(one.at, len(since))) for one in undone]
                self.written = self.written[:place]
            else:
                pool = [entry for number, entry in enumerate(pool) if number not in taken.stayed]
                undone = [one.standing_at(taken.place_after(one.at, place)) for one in undone]
                again = [*self.written, *pool]
            self._other_dice(True)
            self._refit(pool, place, -1, who)
            self.to_redo = moved(undone, again, self.written)

    def take_up(self, branch: object) -> None:
        """Go on where a branch was left: back to where it grew from, then along it to its end. What stood instead becomes a branch."""
        if not isinstance(branch, int) or isinstance(branch, bool) or not 0 <= branch < len(self.branches):
            raise Unavailable("there is no such branch any more.")
        with whole(self):
            wanted = self.branches[branch]
            others = [one for one in self.branches if one is not wanted and one[-1].at <= wanted[-1].at]
            self._take_back(wanted[-1].at, False, False, GM)
            stood = self.to_redo
            self.to_redo = list(wanted)
            fell_away: list[Entry] = []
            while self.to_redo:
                self.redo()
                fell_away.extend(self.dropped)
            self.branches = [*others, stood]
            self.dropped = fell_away

    def _prune(self, at: int) -> None:
        """Of a past that changes from entry `at` on, branches that grew later have nowhere to grow from."""
        self.branches = [branch for branch in self.branches if branch[-1].at <= at]

    def _redo_as_it_was(self, taken: Taken, since: list[Entry]) -> bool:
        """Where the past is as it was when they were taken back, its entries stand again as they were, after what the GM did in
        secret `since`; False where they cannot."""
        thrown = any(entry.do in ("roll", "fresh", "seed") for entry in since)
        if thrown or taken.at + taken.wrote > len(self.written) or not draws_after(self.written[: taken.at]).same_as(taken.draws):
            return False
        before = Kept(self)
        self.written = [*self.written[: taken.at], *since, *[entry.copy() for entry in taken.entries]]
        self._back_to(taken.at)
        try:
            self._note_hold()
            self._note_first_hold()
            self._run()
        except (ReplayMismatch, Refusal):
            before.put_back(self)
            return False
        return True

    def amend(self, place: object, value: object = "", faces: object = None) -> None:
        """Change an answer or a die of the past; what came later and still fits is kept, what fell away is in `fell_away`."""
        at = self.place(place)
        if not isinstance(value, str) or len(value) > LONGEST_ID:
            raise Malformed("an answer of the past is changed into the name of an option.")
        new = changed_entry(self.written[at], value, None if faces is None else faces_given(faces))
        with whole(self):
            self._show_seed()
            pool = with_draws(draws_after(self.written[: at + 1]), self.written[at + 1 :])
            # New dice that it leads to are drawn afresh: what came later keeps those that the seed drew for it.
            self._prune(at)
            before = self.written
            self.written = [*self.written[:at], new]
            self._other_dice(True)
            try:
                self._refit(pool, at, at)
            except (Refusal, ReplayMismatch) as problem:
                raise Illegal(f"the past cannot be changed so: {problem}") from None
            self.to_redo = moved(self.to_redo, before, self.written)

    def fork(self) -> Fight:
        """Another fight that has come the same way so far."""
        twin = Fight(
            self.system, self.checkpoints[0].battle, self.brought, "", self.script_faces, self.automatic.copy(),
            [entry.copy() for entry in self.written], "", self.seeds.copy(),
        )  # fmt: skip
        twin.to_redo, twin.branches = list(self.to_redo), list(self.branches)
        return twin

    def unthinned(self) -> Fight:
        """The same fight with every joint kept, for whoever looks at all of them."""
        if self.keeps_every_joint:
            return self
        twin = self.fork()
        twin.keeps_every_joint = True
        del twin.checkpoints[1:]
        twin._run()
        return twin

    def kept(self) -> Kept:
        """The fight as it stands, for `restore`."""
        return Kept(self)

    def restore(self, kept: object) -> None:
        """Put everything back as it was."""
        given(kept, Kept, "what was kept").put_back(self)

    def put_back(self, undone: object, left: object) -> None:
        """What was taken back and can be done again, and the branches that were left, from their data."""
        taken = [taken_from(part) for part in given(undone, list, "what was taken back")]
        branches = [given(branch, list, "a branch that was left") for branch in given(left, list, "what was left")]
        self.branches = [[taken_from(part) for part in branch] for branch in branches]
        self.to_redo = taken

    # -- how the table plays ---------------------------------------------------------------------------------------------

    def automate(self, who: object, tactic: object = "steady", seat: object = GM) -> list[Event]:
        """Let a tactic answer for a unit, a controller, a side, or everybody ("*"); tactic "" gives it back to people."""
        name = self._known(who, looker(seat))
        if not isinstance(tactic, str):
            raise Malformed("a tactic is named by a text, such as steady.")
        checked = tactic_checked(self.system, tactic) if tactic else ""
        with whole(self):
            if checked:
                self.automatic.auto[name] = checked
            else:
                self.automatic.auto.pop(name, None)
            self.automatic.resting = 0
            return self._again()

    def order(self, who: object, about: object, order: object, seat: object = GM) -> list[Event]:
        """A standing order: questions `about` this for `who` are answered always, never, ask, or with an option."""
        eyes = looker(seat)
        name = self._known(who, eyes)
        if not isinstance(about, str) or not isinstance(order, str) or not about or not order:
            raise Malformed("a standing order says about what, and always, never, ask or an option.")
        why = why_not_plain([about, order])
        if why or len(about) > 200 or len(order) > LONGEST_ID:
            raise Malformed(f"a standing order must fit into a record: {why or 'it is too long'}.")
        known = self.system.abouts
        if known and about != "*" and about not in known:
            raise Unavailable(f"nothing is asked about {about!r} in {self.system.title}: orders are about {', '.join(known)}.")
        with whole(self):
            orders = [one for one in self.automatic.orders if one[:2] != (name, about)]
            if eyes == GM and len(orders) >= MOST_ORDERS:
                raise Illegal(f"a table has at most {MOST_ORDERS} standing orders.")
            own = [*own_units(self.battle, eyes), *eyes.split("+")]
            if eyes != GM and sum([one[0] in own for one in orders]) >= MOST_OWN_ORDERS:
                raise Illegal(f"a player has at most {MOST_OWN_ORDERS} standing orders.")
            self.automatic.orders = [*orders, (name, about, order)]
            return self._again()

    def type_dice(self, who: object, on: object = True, seat: object = GM) -> None:
        """This unit's, controller's or everybody's ("*") dice are typed in from now on."""
        self.type_dice_of([self._known(who, looker(seat))], on is True)

    def type_dice_of(self, names: list[str], on: bool) -> None:
        """The same for several, who need not run anybody yet."""
        with whole(self):
            others = [name for name in self.automatic.typed if name not in names]
            self.automatic.typed = [*others, *names] if on else others
            self._again()

    def hold_results(self, on: object = True) -> None:
        """Stop before consequences are written, so that the GM may change something."""
        with whole(self):
            self.automatic.hold = on is True
            self._again()

    def set_level(self, level: object) -> None:
        """How much is automatic: "enforce", "assist" or "board"."""
        self.automatic.level = one_of(level, LEVELS_OF_HELP, "level")

    def add_script(self, faces: object) -> None:
        """Faces for the coming rolls, before the seed goes on."""
        self.script_faces.extend(faces_given(faces))

    # -- odds and views ----------------------------------------------------------------------------------------------------

    def odds(
        self, question_id: object, option_id: object, seat: object = GM, policy: object = "steady", stop: object = "action",
        most: object = MOST_WAYS, knowledge: object = LEARNED, budget: object = None, assume: object = None, after: object = None,
    ) -> Odds:  # fmt: skip
        """The odds of an option, as this seat may know them; later choices are made by the tactic `policy`, or as `assume` says by
        the ids of the assumptions.

        Exact, unless there are more than `most` ways it can come out, or the `budget` ends before they are counted: then sampled.
        `knowledge` is what the table lets players know of enemies they see: "open", "learned" or "hidden".

        `after` names options that are taken first, one after the other: a square, and then an attack from there. The odds are of
        the whole, what a move draws included.
        """
        known, stops = one_of(knowledge, KNOWLEDGE, "knowledge"), one_of(stop, STOPS, "stop")
        tactic = tactic_checked(self.system, given(policy, str, "a tactic"))
        assumed = None if assume is None else mapping(assume, bool, "assume")
        work = _budget_of(budget, most)
        asked, who = self._open(question_id), looker(seat)
        if asked.question is None:
            raise Unavailable("there is nothing to choose here, so there are no odds.")
        if not may_answer(asked.controller, who) and not _offered(asked, option_id, who):
            raise NotYours(f"{asked.controller} is asked here, not {who}: the odds are theirs.")
        first = named_first(after)
        option = self._found(asked, first[0] if first else option_id, who)
        start = self._since_joint(who)
        own = own_units(self.battle, who)
        before: list[Option] = []
        if first:
            self._judged(asked, option, who, False)
            last = given(option_id, str, "an option")
            then = planned(self.system, start, asked.id, asked.question, option, [*first[1:], last], who, own, work)
            if len(then) < len(first) or not all(self._names_known(one, own, who) for one in then):
                raise Unavailable(f"{quoted(option_id)} cannot follow {option.label(asked.question.battle)} in the same turn.")
            before, option = [option, *then[:-1]], then[-1]
        return option_odds(
            self.system, start, asked.id, asked.question, option, {"*": tactic}, stops, who, own, self.system.cut_below,
            work, known, assumed, before,
        )  # fmt: skip

    def options_for(self, asked: object, seat: object) -> list[OpenOption]:
        """The options of a question that this seat is shown: its own to choose, and aimed at nobody whom it knows nothing of."""
        opened, who = given(asked, OpenQuestion, "a question"), looker(seat)
        question = opened.question
        if who == GM or question is None:
            return opened.options
        own = own_units(self.battle, who)
        theirs = opened.listed() if may_answer(opened.controller, who) else question.offers(who)
        shown = {
            option.id()
            for option in theirs
            if not question.not_yours(option, who) and self._names_known(option, own, who)
        }
        return [option.apart() for option in opened.shown() if option.id in shown]

    def opens(self, question_id: object, after: object, seat: object = GM, budget: object = None) -> list[OpenOption]:
        """What leads to dice once these options are taken, one after the other: the attacks that a move opens, as the seat may know.

        Each can be priced with `odds(question_id, its id, seat, after=after)`; it is one price for the whole.
        """
        asked, who, work = self._open(question_id), looker(seat), _budget_of(budget, MOST_WAYS)
        first = named_first(after)
        if asked.question is None or not first:
            return []
        if not may_answer(asked.controller, who):
            raise NotYours(f"{asked.controller} is asked here, not {who}: the odds are theirs.")
        option = self._found(asked, first[0], who)
        self._judged(asked, option, who, False)
        start, own = self._since_joint(who), own_units(self.battle, who)
        then = asked_then(self.system, start, asked.id, asked.question, option, first[1:], who, own, work)
        if then is None or then.battle.outcome is not None:
            return []
        known = [one for one in open_options(then) if one.weighs() and self._names_known(one, own, who)]
        return [OpenOption(one.id(), one.label(then.battle), one.group(), one.target(), True) for one in known]

    def _since_joint(self, seat: str) -> Position:
        """Where odds start: the last joint, and what this seat knows to have been answered since."""
        joint = self.checkpoints[-1]
        secret = [other.id for other in self.open_now if other.secret and not may_answer(other.controller, seat)]
        secret = [other.id for other in self.open_now if other.id in secret and not other.heard_by(seat)]
        known = [entry for entry in self.written[joint.position :] if entry.do != "answer" or entry.at not in secret]
        return Position(joint.battle, known, joint.counts)

    def knows(self, question_id: object, option_id: object) -> bool:
        """Does this text mean an option of an open question, allowed or not?"""
        asked, option = self._open(question_id), given(option_id, str, "an option")
        return asked.question is None or (len(option) <= LONGEST_ID and asked.question.find(option) is not None)

    def view(self, seat: object = GM) -> View:
        """The fight as this seat may see it. `seat` is its name."""
        return view(self, seat)

    def _repr_html_(self) -> str:
        """For notebooks: the whole fight, as the GM may see it."""
        return fight_html(self)

    def chart(self, fights: int = 400) -> Any:
        """The party's chance to win along the fight, a tenth of so many fights from every joint, as an Altair chart."""
        return chart_of(self, fights)

    # -- inside --------------------------------------------------------------------------------------------------------------

    def _known(self, who: object, seat: str) -> str:
        """This name, if it is a unit's, a controller's, a side's, or * for everybody; a refusal names such as this seat knows."""
        names, shown = ["*", GM, PLAYERS], ["*", GM, PLAYERS]
        own = own_units(self.battle, seat)
        for unit in self.battle.units:
            more = [unit.id, unit.controller, unit.side, *unit.controller.split("+")]
            names.extend(more)
            if seat == GM or self.system.sees_unit(self.battle, unit, own):
                shown.extend(more)
        if isinstance(who, str) and (who in names or who in self.automatic.auto or who in self.automatic.typed):
            return who
        raise Unavailable(f"{quoted(who)} is neither a combatant, a controller nor a side here: {_some(sorted(set(shown)))}.")

    def _open(self, question_id: object, seat: str = "") -> OpenQuestion:
        if not self.open_now:
            raise Over("the fight is over: nothing is asked any more.")
        for asked in self.open_now:
            if asked.id == question_id:
                return asked
        # Whoever answers as nobody in particular may still be a player: only the GM hears of questions to others.
        theirs = [asked.id for asked in self.open_now if may_answer(asked.controller, seat or PLAYERS)]
        now = f"open now: {', '.join(theirs[:8])}{' ...' if len(theirs) > 8 else ''}" if theirs else "others are asked now"
        raise Stale(f"the question {quoted(question_id)} is not open; {now}.")

    def _seat(self, asked: OpenQuestion, by: str) -> str:
        seat = by or asked.controller.split("+")[0]
        if not may_answer(asked.controller, seat):
            raise NotYours(f"{asked.controller} is asked here, not {seat}.")
        return seat

    def _judged(self, asked: OpenQuestion, option: Option, seat: str, insist: bool) -> Option:
        question = asked.question
        assert question is not None
        why = why_not(question, option)
        if why:
            if insist and seat == GM and self.automatic.level != "enforce":
                return option
            raise Illegal(f"{option.label(question.battle)}: {why}.")
        return option

    def _found(self, asked: OpenQuestion, option_id: object, seat: str) -> Option:
        """The option of this id. One that names somebody whom the seat knows nothing of is none, and so is one that names nobody.

        Without a seat it is whoever is asked who answers: they choose among what they are shown.
        """
        question = asked.question
        readable = isinstance(option_id, str) and len(option_id) <= LONGEST_ID
        option = question.find(str(option_id)) if question is not None and readable else None
        if option is not None and not (
            self._names_known(option, own_units(self.battle, seat), seat) and self._names_somebody(asked, option, seat)
        ):
            option = None
        if option is None:
            shown = [one.id for one in asked.shown() if seat in ("", GM) or self._is_shown(one.target, own_units(self.battle, seat))]
            raise Unavailable(f"{quoted(option_id)} is not an option here: {_some(shown)}.")
        return option

    def _names_known(self, option: Option, own: list[str], seat: str) -> bool:
        """Does this seat know of everybody whom the option names?"""
        return seat in ("", GM) or all(self._is_shown(one, own) for one in option.named_units())

    def _names_somebody(self, asked: OpenQuestion, option: Option, seat: str) -> bool:
        """Are all whom it names here, or is it offered all the same? Else the refusal would tell those who are not from the unseen."""
        return seat in ("", GM) or all(one in self.battle.index for one in option.named_units()) or (
            option.id() in [one.id() for one in asked.listed()]
        )

    def _is_shown(self, target: str, own: list[str]) -> bool:
        unit = self.battle.find(target)
        return unit is None or self.system.sees_unit(self.battle, unit, own)


def _offered(asked: OpenQuestion, option_id: object, seat: str) -> bool:
    """Is this among what a seat that is not asked may choose all the same?"""
    question = asked.question
    if question is None or seat in ("", GM) or may_answer(asked.controller, seat):
        return False
    return any(option.id() == option_id for option in question.offers(seat))


def _budget_of(budget: object, most: object) -> Budget:
    """The budget for odds that was given; without one, of so many ways."""
    ways = given(most, int, "most")
    return counted_budget(ways) if budget is None else given(budget, Budget, "a budget")


def _some(names: list[str]) -> str:
    """A few of these names, for a sentence."""
    shown = ", ".join(names[:8])
    return f"there are {shown}{' ...' if len(names) > 8 else ''}" if names else "there is nothing to choose"


def fight_from(system: object, template: object, record: object) -> Fight:
    """A fight again from its record; where it does not fit the rules as they are, the refusal says with which it was made."""
    book, start = given(system, System, "a system"), given(template, Battle, "a template")
    if not isinstance(record, dict):
        raise Malformed("a record is a mapping.")
    entries, encounter = record.get("entries"), record.get("encounter")
    if not isinstance(entries, list) or not isinstance(record.get("seed"), dict) or not isinstance(encounter, dict):
        raise Malformed("a record has an encounter, a seed and entries.")
    seeds = seeds_from(record.get("seed"))
    automation = automation_from(record.get("house", {}))
    read = [entry_from(one) for one in entries]
    script = faces_given(record.get("script") or [])
    try:
        # Scripted faces already thrown stand in the entries.
        thrown = [face for entry in read if entry.by == "script" for face in entry.faces]
        return Fight(book, start, encounter, "", [*thrown, *script], automation, read, "", seeds)
    except Refusal as no:
        raise Malformed(f"this record cannot be read: {no.sentence}") from None
    except ReplayMismatch as problem:
        raise Malformed(
            f"this record does not fit the rules as they are ({book.name} {book.version}; "
            f"the record was made by {record.get('rules')}): {problem}."
        ) from None
    except Exception as problem:
        raise defect(problem) from problem
