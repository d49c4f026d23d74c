"""Who is meant: before the effects grammar reads a text, every mention of the creature itself ("the hound", "this
creature") and of one of its own attacks becomes a single mark, so that patterns need not know names.

The marks are characters of Unicode's private use area, one per mention, so that the original wording can be put back
into whatever is kept as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quintain_bestiary.text import folded

SELF = "[\ue000-\uefff]"
"""Matches one mention of the creature itself."""
OWN_ATTACK = "[\uf000-\uf8ff]"
"""Matches one mention of an attack of the creature."""

_NEVER = {
    "the", "of", "a", "an", "and", "in", "form", "target", "enemy", "enemies", "ally", "allies", "attack", "attacks",
    "battle", "other", "each", "one", "die", "escalation", "turn", "end", "start", "save", "damage", "next", "nearby",
    "same", "first", "nearest", "most", "final",
}  # fmt: skip
_OF_DAMAGE = "fire|cold|acid|lightning|thunder|poison|psychic|holy|force|spell"
"""Words of a name that mean something else elsewhere: "the fire caller" is somebody, "the fire" is not."""
_LEADING_WORDS = (
    "a", "an", "use", "uses", "another", "second", "third", "one", "single", "its", "their", "her", "his", "more",
    "two", "of", "next", "the", "third)", "more)", "vulnerable to", "with",
    "using", "hit by",
)  # fmt: skip
_BEFORE_ATTACK = "|".join(rf"(?<=\b{re.escape(word)} )" for word in _LEADING_WORDS)
"""An attack is only meant where one of these stands before its name: "a bite", but not "by fire"."""
_NO_ALIAS = ("weapon", "spell", "attack", "melee", "ranged", "basic", "magic")
_NOT_SOMEBODY_ELSE = r"(?!target|enem|all|other|near|close|same|first|second|next|new|dead|slain|trigger|remaining|last)"
"""Before the head of its name: "the dire mantis" is the giant praying mantis, "the other mantis" is not."""
_THIS = r"\bthis (?:creature|monster)\b"
_ACTS = r"(?= (?:can|may|heals?|gains?|pops?|regains?)\b)"


@dataclass
class Speaker:
    """The creature a text speaks about: how it is called, and what its attacks are called."""

    name: str
    words: frozenset[str]
    attacks: dict[str, str]
    big: bool = False
    """Large or huge, so that ordinary folk count as smaller."""
    level: int = 1
    waits: frozenset[str] = frozenset()
    """Its attacks that are only made when something grants them, in lower case."""
    clings: frozenset[str] = frozenset()
    """Things that stay around their victim to the end of the battle ("the haze remains around the target ...")."""
    powers: dict[str, str] = field(default_factory=dict)
    """Powers that its traits gave it, by their names in lower case."""
    states: dict[str, str] = field(default_factory=dict)
    """States that a trait of the block gives a name ("Phasing: While the escalation die is odd, ..."): what each needs."""
    current: str = ""
    """The attack whose riders are being read: "a second attack" means this one."""
    ends: dict[str, str] = field(default_factory=dict)
    """When the conditions of the hit line that is being read end."""
    pools: set[str] = field(default_factory=set)
    """Names under which several of its attacks have their uses in common."""
    mentions: list[str] = field(default_factory=list)
    meant: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def of(name: str, kind: str, family: str, attacks: list[str], big: bool = False) -> Speaker:
        words = {word for text in (name, kind, family) for word in re.findall(r"[^\W_]+", text.lower())}
        words |= {word[:-1] for word in words if word.endswith("s") and len(word) > 4}
        words |= {f"{word[:-2]}or" for word in words if word.endswith("er") and len(word) > 6}
        words = {word for word in words - _NEVER - set(_OF_DAMAGE.split("|")) if len(word) > 2}
        return Speaker(name, frozenset(words), _called(attacks), big)

    def mark(self, text: str) -> str:
        """The text with every own mention replaced by its mark."""
        return self._mark_self(self._mark_by_last_word(self._mark_attacks(text)))

    def mark_subjects(self, marked: str) -> str:
        """A marked text with its attacks marked where a sentence begins with them too, or says who was hit by them."""
        for name in sorted(self.attacks, key=len, reverse=True):
            words = r"[^a-z0-9\ue000-\uf8ff]{1,3}".join(_possessive(word) for word in name.split())
            verbs = r"(?= (?:now|also|deals?|becomes|can)\b)"
            found = re.compile(rf"(?:^|(?<=[.;] )){words}{verbs}|(?:(?<=\bhit by )|(?<=\btargets of )){words}\b", re.IGNORECASE)
            marked = found.sub(lambda match, name=name: self._attack_mark(match.group(0), name), marked)  # type: ignore[misc]
        return marked

    def _attack_mark(self, said: str, name: str) -> str:
        mark = self._new(said, 0xF000)
        self.meant[mark] = self.attacks[name]
        return mark

    def unmark(self, text: str) -> str:
        """The original wording of a marked text."""
        return "".join(self.mentions[_index(mark)] if _is_mark(mark) else mark for mark in text)

    def itself(self, said: str) -> str:
        """A mark for the creature where the text has a word for it that may mean others too ("it", "she")."""
        return self._new(said, 0xE000)

    def attack_meant(self, mark: str) -> str:
        """The printed name of the attack a mark stands for."""
        return self.meant[mark]

    def note(self, said: str) -> str:
        """A mark for words that mean the creature itself."""
        return self._new(said, 0xE000)

    def _mark_self(self, text: str) -> str:
        """Marks "the marsh hound", "this creature", and a bare name that does something ("hounds can ...")."""
        words = [*self.words, *self._near_words(text)]
        word = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or "(?!)"
        called = rf"(?:(?:{_OF_DAMAGE})[ -])?(?:{word})(?:[ -](?:{word}))*"
        acting = rf"\b(?:the )?{called}(?: (?!target|all(?:y|ies)\b|enem|steed|can\b|may\b)[a-z-]+)?{_ACTS}"
        names = [one for one in re.findall(r"[a-z0-9']+", self.name.lower().split(" (")[0]) if one]
        whole = " ".join(_possessive(one) for one in names) if len(names) > 1 else "(?!)"
        last = self.name.lower().split(" (")[0].split(" ")[-1]
        head = rf"|\b(?:the|this) {_NOT_SOMEBODY_ELSE}[a-z-]+ {re.escape(last)}\b" if last in self.words else ""
        rolling = rf"\b{called}(?= (?:rolls|scores) a\b)|(?<=\bof ){called}(?='s next turn\b)"
        plain = re.escape(self.name.split(" (")[0])
        acting += rf"|(?:^|(?<=\. )){plain}(?= (?:takes?|can|makes?|deals?)\b)"
        head += "".join(rf"|\bthe {re.escape(word)}\b" for word in self._misspelt(text))
        named = rf"\b{whole}{_ACTS}|\b(?:the|this) {whole}\b"
        own = re.compile(rf"{acting}|{rolling}|{named}|\b(?:the|this|an|a) {called}\b{head}|{_THIS}", re.IGNORECASE)
        marked = own.sub(lambda match: self._new(match.group(0), 0xE000), text)
        return _TWICE.sub(lambda match: self._new(self.unmark(match.group(0)), 0xE000), marked)

    def _near_words(self, text: str) -> list[str]:
        """Words of a text that are a long word of its name, but for one letter: misprints of it."""
        long = [word for word in self.words if len(word) > 5]
        found = set(re.findall(r"\b[a-z]{6,}\b", text.lower())) - self.words if long else set()
        return sorted(word for word in found if any(_one_letter_off(word, own) for own in long))

    def _misspelt(self, text: str) -> list[str]:
        """Words behind "the" that lack one letter of a word of its name, or have one too many: one of the two is misspelt."""
        names = [word for word in folded(self.name).split(" ") if word in self.words and len(word) > 3]
        found = {word.lower() for word in re.findall(r"\bthe ([a-z]{5,20})\b", text, re.IGNORECASE)} - self.words
        return [word for word in sorted(found) if any(_lacks_one_letter(word, name) for name in names)]

    def _mark_by_last_word(self, text: str) -> str:
        """ "Its claw attacks" are those of the only attack whose name ends so: Piercing claws."""
        last: dict[str, list[str]] = {}
        for name in self.attacks:
            word = name.split(" ")[-1].removesuffix("s")
            if len(name.split(" ")) > 1 and len(word) > 2 and word not in _NO_ALIAS:
                last.setdefault(word, []).append(name)
        for word, names in last.items():
            if len({self.attacks[name] for name in names}) == 1 and word not in self.attacks and word not in self.words:
                found = re.compile(rf"(?:(?<=\bits )|(?<=\bboth )){re.escape(word)}s?(?= attacks\b)", re.IGNORECASE)

                def replace(match: re.Match[str], name: str = names[0]) -> str:
                    mark = self._new(match.group(0), 0xF000)
                    self.meant[mark] = self.attacks[name]
                    return mark

                text = found.sub(replace, text)
        return text

    def _mark_attacks(self, text: str) -> str:
        for name in sorted(self.attacks, key=len, reverse=True):
            pattern = r"[^a-z0-9\ue000-\uf8ff]{1,3}".join(_possessive(word) for word in name.split())
            named = rf"(?:{_BEFORE_ATTACK})(?:{pattern})s?(?=[ ,.;)]|$)(?! damage)|\b(?:{pattern})(?= (?:attacks?|deals)\b)"
            found = re.compile(named, re.IGNORECASE)

            def replace(match: re.Match[str], name: str = name) -> str:
                mark = self._new(match.group(0), 0xF000)
                self.meant[mark] = self.attacks[name]
                return mark

            text = found.sub(replace, text)
        return text

    def _new(self, said: str, base: int) -> str:
        if len(self.mentions) >= 0x800:
            return said
        self.mentions.append(said)
        return chr(base + len(self.mentions) - 1)


_TWICE = re.compile(f"{SELF} {SELF}")


def _one_letter_off(word: str, own: str) -> bool:
    """Is it the same but for one letter, put in, left out or another one? An s at the end makes a plural, no misprint."""
    if abs(len(word) - len(own)) > 1 or word[0] != own[0] or word.rstrip("s") == own.rstrip("s"):
        return False
    at = next((place for place, letter in enumerate(own) if word[place : place + 1] != letter), len(own))
    return word[at + 1 :] == own[at + 1 :] or word[at + 1 :] == own[at:] or word[at:] == own[at + 1 :]


def _called(attacks: list[str]) -> dict[str, str]:
    """What attacks are called: by their names, and long ones by their last two words where only one of them ends so."""
    named = {folded(attack): attack for attack in attacks if folded(attack)}
    ends = [" ".join(name.split()[-2:]) for name in named]
    for name, attack in list(named.items()):
        end = name.split()[-2:]
        if len(name.split()) > 2 and ends.count(" ".join(end)) == 1 and min(len(word) for word in end) > 3:
            named.setdefault(" ".join(end), attack)
    return named


def _lacks_one_letter(one: str, other: str) -> bool:
    """Is one of two words the other without one of its inner letters?"""
    short, long = sorted((one, other), key=len)
    if len(long) != len(short) + 1 or short[:2] != long[:2] or short[-1] != long[-1]:
        return False
    return any(long[:place] + long[place + 1 :] == short for place in range(2, len(long) - 1))


def _possessive(word: str) -> str:
    """A word of an attack's name as a pattern; names are compared without apostrophes, texts have them."""
    return f"{re.escape(word[:-1])}'?s" if len(word) > 3 and word.endswith("s") else re.escape(word)


def _is_mark(character: str) -> bool:
    return "\ue000" <= character <= "\uf8ff"


def _index(mark: str) -> int:
    code = ord(mark)
    return code - 0xF000 if code >= 0xF000 else code - 0xE000
