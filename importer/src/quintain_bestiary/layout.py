"""What belongs where: a page's paragraphs in their places, before anything is read of them.

Pages print some paragraphs among the traits that are none: riders of the attack above them ("Aftereffect", "Special
miss"), the results of a table that an attack asks for, and lists of which a creature has one. Here riders and results go
under their attacks, and what is to be chosen becomes an option of the block, which is switched on by its name.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from quintain_bestiary.attacks import attack_line, attacks_inside
from quintain_bestiary.labels import folded_label, label
from quintain_bestiary.pages import Entry, Option, RawBlock
from quintain_bestiary.phrases import pattern
from quintain_bestiary.text import folded
from quintain_bestiary.traits import is_figure


def laid_out(raw: RawBlock) -> RawBlock:
    """The block with every paragraph in its place, and what is to be chosen among its options."""
    raw = replace(
        raw, actions=tuple(map(_with_riders_named, raw.actions)), triggered=tuple(map(_with_riders_named, raw.triggered)),
        traits=tuple(map(_named, raw.traits)), nastier=tuple(map(_named, raw.nastier)),
    )  # fmt: skip
    raw = replace(raw, traits=_results_below(raw.traits), nastier=_results_below(raw.nastier))
    raw = _riders_under_attacks(_results_under_attacks(raw))
    raw = replace(raw, traits=_in_its_form(raw.traits), nastier=_in_its_form(raw.nastier))
    traits, nastier = (tuple(replace(one, text=_at_its_tier(one.text, raw.level)) for one in few) for few in (raw.traits, raw.nastier))
    raw = replace(raw, traits=traits, nastier=nastier)
    at_a_roll = _set_off(raw)
    traits, first = _take_options(raw.traits, False, at_a_roll)
    nastier, second = _take_options(raw.nastier, True, at_a_roll)
    return _what_a_hit_brings(replace(raw, traits=traits, nastier=nastier, options=(*first, *second)))


def chosen(raw: RawBlock, names: frozenset[str]) -> RawBlock:
    """The block with the options, and the nastier traits, of these (folded) names switched on."""
    if not names:
        return raw

    def wanted(entry: Entry) -> bool:
        return meant(raw.name, entry.name, names)

    more = tuple(entry for entry in raw.nastier if wanted(entry))
    return replace(
        raw, options=tuple(replace(one, on=not one.passing and wanted(one.entry)) for one in raw.options),
        traits=(*raw.traits, *more), nastier=tuple(entry for entry in raw.nastier if not wanted(entry)),
    )  # fmt: skip


def meant(creature: str, trait: str, names: Collection[str]) -> bool:
    """Is a trait among these folded names: by its own, or by that of the creature and its own?"""
    return folded(trait) in names or folded(f"{creature}: {trait}") in names


def option_names(raw: RawBlock) -> list[str]:
    """What can be switched on by name in a block that is laid out: its options and its nastier traits."""
    return [*(one.entry.name for one in raw.options if not one.passing), *(entry.name for entry in raw.nastier if entry.name)]


# -- names that hold the beginning of their text -----------------------------------------------------------------------

_LONG_NAME = re.compile(r"(?P<name>[^:.]{1,60}): (?P<said>[A-Z].*)$", re.DOTALL)
_NUMBERED = re.compile(r"\b\d{1,2}(?:-\d{1,2}|\+)?: ")
_FEWEST_WORDS = 6


def _named(entry: Entry) -> Entry:
    """ "Name: a sentence that goes on" as the name of a paragraph: the sentence belongs to its text."""
    match = _LONG_NAME.match(entry.name)
    said = match["said"] if match else ""
    unclear = len(said.split()) < _FEWEST_WORDS or len(_NUMBERED.findall(entry.name)) > 1
    if match is None or unclear or attack_line(entry.name) or any(True for _ in attacks_inside(entry.name)):
        return entry
    text = f"{said}: {entry.text}" if entry.text else said if said.endswith((".", "!")) else f"{said}."
    return Entry(match["name"].strip(), text, entry.riders)


def _with_riders_named(entry: Entry) -> Entry:
    return replace(entry, riders=tuple(map(_named, entry.riders)))


# -- riders and tables that stand among the traits ---------------------------------------------------------------------

_STRAY = ("aftereffect", "effect", "special miss", "special hit", "special save", "special use only")
_STARTS_A_LIST = pattern(r"\b(?:any|one) of the following (?:effects|results)\b")
_NEXT_ONE = pattern(r"\bthe following attack\b")
_RESULT = re.compile(r"(?:[1-9]|1\d|20)(?:-(?:[1-9]|1\d|20)|\+)?$")


_ASKS = pattern(r"\bdifferent effects depending on the roll\.?$")


def _results_below(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Numbered paragraphs right below one that asks for a roll are its results."""
    made: list[Entry] = []
    asks = False
    for entry in entries:
        if asks and _RESULT.match(entry.name):
            made[-1] = replace(made[-1], riders=(*made[-1].riders, entry))
        else:
            made.append(entry)
            asks = not entry.riders and _ASKS.search(entry.text) is not None
    return tuple(made)


def _is_stray(entry: Entry) -> bool:
    return folded_label(entry.name) in _STRAY or (label(entry.name) is not None and bool(entry.text))


def _riders_under_attacks(raw: RawBlock) -> RawBlock:
    """Riders that open the traits belong to the last of the actions; a second one of that name, to the attack that waits.

    What says that an attack has a special use, or stands right below that, belongs to the only attack that waits.
    """
    count = next((place for place, entry in enumerate(raw.traits) if not _is_stray(entry)), len(raw.traits))
    strays, seen = raw.traits[:count], set()
    actions, triggered = list(raw.actions), list(raw.triggered)
    kept: list[Entry] = []
    waits = False
    for stray in strays:
        name = folded_label(stray.name)
        waits = waits or name == "special use only" or name in seen
        seen.add(name)
        places = triggered if waits else actions
        if not places or (waits and len(triggered) != 1) or attack_line(places[-1].name) is None:
            kept.append(stray)
            continue
        table = bool(stray.riders) and _RESULT.match(stray.riders[0].name) is not None
        below = (stray,) if table else (replace(stray, riders=()), *stray.riders) if stray.text else stray.riders
        places[-1] = replace(places[-1], riders=(*places[-1].riders, *below))
    moved = replace(raw, actions=tuple(actions), triggered=tuple(triggered), traits=(*kept, *raw.traits[count:]))
    return _one_list(moved) if actions != list(raw.actions) else moved


def _one_list(raw: RawBlock) -> RawBlock:
    """A page cut in two by a rider: attacks behind the cut that nothing in the block speaks of are attacks like the others."""
    everything = (*raw.actions, *raw.triggered, *raw.traits, *raw.nastier)
    texts = [f"{one.text} {' '.join(f'{rider.name} {rider.text}' for rider in one.riders)}" for one in everything]
    spoken = folded(" ".join([*texts, *(entry.name for entry in (*raw.traits, *raw.nastier))]))
    plain: list[Entry] = []
    for entry in raw.triggered:
        line = attack_line(entry.name)
        above = plain[-1].riders[-1] if plain and plain[-1].riders else Entry("", "")
        called = _NEXT_ONE.search(f"{above.name} {above.text}") is not None
        if called or line is None or line.tag or line.targets.only_granted or folded(line.name) in spoken:
            break
        plain.append(entry)
    return replace(raw, actions=(*raw.actions, *plain), triggered=raw.triggered[len(plain) :])


def _results_under_attacks(raw: RawBlock) -> RawBlock:
    """Numbered paragraphs that open the traits are the results that the last rider of an attack asks for."""
    count = next((place for place, entry in enumerate(raw.traits) if not _RESULT.match(entry.name)), len(raw.traits))
    asks = raw.actions[-1].riders[-1] if raw.actions and raw.actions[-1].riders else None
    if count < 2 or asks is None or asks.riders or not _STARTS_A_LIST.search(f"{asks.name} {asks.text}"):
        return raw
    below = replace(asks, riders=raw.traits[:count])
    last = replace(raw.actions[-1], riders=(*raw.actions[-1].riders[:-1], below))
    return replace(raw, actions=(*raw.actions[:-1], last), traits=raw.traits[count:])


# -- forms -------------------------------------------------------------------------------------------------------------

_FORMS = re.compile(r" \((?:(?P<all>all [a-z]+ forms)|(?P<some>[a-z]+(?:(?:, | or |, or )[a-z]+)*) form only)\)$", re.IGNORECASE)


def _in_its_form(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Where one form of a creature has everything that only some of its forms have, that is the form it fights in."""
    marks = [_FORMS.search(entry.name) for entry in entries]
    named = [set(re.split(r", or |, | or ", mark["some"].lower())) for mark in marks if mark and mark["some"]]
    if not named or not set.intersection(*named):
        return entries
    return tuple(
        replace(entry, name=entry.name[: mark.start()]) if mark else entry
        for entry, mark in zip(entries, marks, strict=True)
    )


_TIERED: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        pattern(r"\b\d{1,3}(?P<what>(?: extra)? damage) \(champion: (?P<champion>\d{1,3}) damage; epic: (?P<epic>\d{1,3}) damage\)"),
        "{0}{1}",
    ),
    (
        pattern(r"\bthe escalation die \(champion: (?P<champion>[a-z]+) the die; epic: (?P<epic>[a-z]+) the die\)"),
        "{0} the escalation die",
    ),
    (
        pattern(
            r"\ba bonus to damage equal to its level \(champion: (?P<champion>[a-z]+) its level;"
            r" epic: (?P<epic>[a-z]+) it[a-z ]*\)?"
        ),
        "a +{2} bonus to damage",
    ),
)
"""What creatures of the higher tiers have instead: `{0}` what is said of the tier, `{1}` of what, `{2}` so many times the level."""
_TIMES = {"double": 2, "triple": 3, "quadruple": 4}


def _at_its_tier(text: str, level: int) -> str:
    """The text as it holds for a creature of this level, where it says what those of a higher tier have instead (ES-114)."""
    tier = "epic" if level > 7 else "champion" if level > 4 else ""

    def said(match: re.Match[str], form: str) -> str:
        usual = match.group(0).partition(" (")[0]
        times = _TIMES.get(match[tier].lower(), 1) if tier else 1
        if "{2}" in form:
            return form.format("", "", level * times)
        return form.format(match[tier], match.groupdict().get("what") or "") if tier else usual

    for phrase, form in _TIERED:
        text = phrase.sub(lambda match, form=form: said(match, form), text)  # type: ignore[misc]
    return text


# -- what is to be chosen ----------------------------------------------------------------------------------------------

_EITHER = pattern(r"^choose either (?P<one>[^.,]{3,40}?) or (?P<other>[^.,]{3,40}?)\.?$")
_CHOOSE = pattern(
    r"(?:^|[.\n]\s*)choose one(?: of (?:these|the following)[a-z ]{0,30})?[.:]?$"
    r"|^this creature gains different abilities based on [^.]{3,60}\.?$"
)
_HAS_ONE = pattern(
    r"\bchoose one\b[.:]?$|^each [a-z' -]{3,40} has one of the following [a-z ]{3,30}[.:]?$"
    r"|^add a[a-z ]{0,20} feature\. roll a d\d{1,2}\.?$|\bbefore battle, roll a d\d{1,2} and adjust [^.]{3,40}\.?$"
)
_OF_A_PATRON = re.compile(r"^(?P<whose>[A-Z][a-z]+(?: or [A-Z][a-z]+)* Icon)(?P<name>[A-Z].+)$")
_GIVEN = pattern(r"while (?:the moon is full|fighting in moonlight), ")
_PLAIN_FIGURES = ("flight", "flying", "flier", "flyer", "fear", "fear aura", "vulnerability")
_NUMBER = re.compile(r"^\d{1,2}[.:] (?=\S)")


_SET_OFF = pattern(r"\bone (?P<list>[a-z' -]{3,40} ability) triggers\b")


def _set_off(raw: RawBlock) -> set[str]:
    """Lists of which a rider sets one off now and then: nobody has one of them for good."""
    below = [rider.text for entry in (*raw.actions, *raw.triggered) for rider in entry.riders]
    return {folded(match["list"]) for text in below for match in _SET_OFF.finditer(text)}


def _take_options(entries: tuple[Entry, ...], nastier: bool, at_a_roll: set[str]) -> tuple[tuple[Entry, ...], list[Option]]:
    """Takes out what is to be chosen; what says so stays."""
    kept: list[Entry] = []
    options: list[Option] = []
    named: tuple[str, ...] = ()
    choosing = ""
    for entry in entries:
        mine = _own_list(entry) or _attacks_to_choose(entry)
        passing = folded(entry.name).replace("abilities", "ability") in at_a_roll
        either = _EITHER.search(entry.text)
        if mine:
            of = entry.name if entry.riders else "one attack of several"
            options.extend(Option(one, of, nastier, passing=passing) for one in mine)
            kept.extend([replace(entry, riders=())] if entry.text else [])
        elif either:
            named, choosing = (folded(either["one"]), folded(either["other"])), entry.name
            kept.append(entry)
        elif (named and folded(entry.name) in named) or (choosing and not named and not _ends_a_list(entry)):
            options.append(Option(entry, choosing, nastier))
        elif patron := _OF_A_PATRON.match(entry.name):
            options.append(Option(replace(entry, name=patron["name"]), patron["whose"], nastier))
        elif circumstance := _GIVEN.match(entry.text):
            text = entry.text[circumstance.end() :]
            given = replace(entry, text=text[:1].upper() + text[1:])
            options.append(Option(given, circumstance.group(0).strip(" ,"), nastier))
        else:
            choosing = "" if not named and choosing else choosing
            kept.append(entry)
        if not named and not mine and _CHOOSE.search(entry.text) and not entry.riders:
            choosing = entry.name
    return tuple(kept), options


_TRIGGERS = pattern(r"\b(?P<list>special ability) triggers\b")


def _what_a_hit_brings(raw: RawBlock) -> RawBlock:
    """ "... and the beast's special ability triggers": each of these abilities, if chosen, is what a hit of that attack brings."""
    for action in raw.actions:
        line, named = attack_line(action.name), _TRIGGERS.search(action.text)
        if line is None or named is None:
            continue
        lead = f"When this creature hits with its {line.name} attack, "
        listed = named["list"].lower()
        return replace(raw, options=tuple(_at(one, lead) if folded(one.of).endswith(listed) else one for one in raw.options))
    return raw


def _at(one: Option, lead: str) -> Option:
    text = one.entry.text
    return replace(one, entry=replace(one.entry, text=f"{lead}{text[:1].lower()}{text[1:]}")) if _TARGET.match(text) else one


_TARGET = pattern(r"the target ")


def _own_list(entry: Entry) -> tuple[Entry, ...]:
    """What stands below a trait that says that one of it is to be chosen, or below the name of a patron."""
    patron = entry.name.endswith(" Icon") and not entry.text
    if len(entry.riders) < 2 or not (patron or _HAS_ONE.search(entry.text)):
        return ()
    if not all(rider.name and rider.text for rider in entry.riders):
        return ()
    return tuple(_numbered(rider, entry.name) for rider in entry.riders)


_HAS_ONE_ATTACK = pattern(
    r"each (?P<who>[a-z' -]{3,40}) has one of the following attacks\. choose, or roll a d\d{1,2}; (?P<list>1: [^.]{5,200})\.?$"
)


def _attacks_to_choose(entry: Entry) -> tuple[Entry, ...]:
    """ "Each hound has one of the following attacks. ... 1: bone crack; 2: ...": attacks that wait to be chosen."""
    match = _HAS_ONE_ATTACK.match(f"{entry.name}: {entry.text}" if entry.text else entry.name)
    named = re.split(r"; (?=\d: )", match["list"]) if match else []
    return tuple(
        Entry(name[:1].upper() + name[1:], f"This creature gains a {name} attack.") for name in (one[3:].strip() for one in named)
    )


def _numbered(rider: Entry, header: str) -> Entry:
    if rider.name.isdigit():
        return replace(rider, name=f"{header} {rider.name}")
    return replace(rider, name=_NUMBER.sub("", rider.name))


def _ends_a_list(entry: Entry) -> bool:
    """A figure in disguise is never one of a list that stands among the traits."""
    return is_figure(entry.name) or folded_label(entry.name) in _PLAIN_FIGURES
