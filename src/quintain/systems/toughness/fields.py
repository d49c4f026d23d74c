"""Every fact of a sheet of this book, declared once. After a change here run `tools/generate.py`.

`fields_sheet.py`, `fields_files.py`, `fields_rows.py` and `fields_states.py` follow from it.
"""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import BOOL, INT, NAMES, TEXT, Field, Kind, Record, State

# -- kinds of values -----------------------------------------------------------------------------------------------

ENDS: Final = Kind(
    "list[int]", "[]", copy="{}.copy()", key="ends_left({}, now)", file="list[Clock]", count="len({})",
    load="[time_of(fray, left) for left in {}]", save="[left_of(fray, end, ranks) for end in {}]",
    time="many",
)  # fmt: skip
"""When each of several marks runs out (TO-79)."""
UNTIL: Final = Kind(
    "int", "NEVER", key="time_left({}, now)", file="bool | Clock", absent="False",
    load="lasting(fray, {})", save="lasting_row(fray, {}, ranks)", count="{} > now", time="ends",
)  # fmt: skip
"""Until when something lasts that a file may also say in a word."""
DUE: Final = Kind(
    "int", "NEVER", key="time_left({}, now)", file="Clock | None", absent="None",
    load="due_at(fray, {})", save="due_row(fray, {}, ranks)", time="due",
)  # fmt: skip
"""When something falls due."""
MODIFIERS: Final = Kind(
    "list[Modifier]", "[]", copy="{}.copy()", key="tuple([each.key(now) for each in {}])", file="list[ModifierModel]",
    load="[Modifier(each.slot, each.amount, due_at(fray, each.until), each.once) for each in {}]",
    save="[modifier_row(fray, each, ranks) for each in {}]",
)  # fmt: skip
COUNTS: Final = Kind("list[int]", "[]", copy="{}.copy()", key="tuple({})")
PAIRS: Final = Kind("list[tuple[int, int]]", "[]", copy="list({})")

# -- conditions ----------------------------------------------------------------------------------------------------

SUBDUAL_STATES: Final = [
    State("Bruised", "Bruised", "-1 to Toughness against subdual damage", "wound", "TO-73",
          Field("bruised", ENDS, "rounds left of each Bruised mark")),
    State("Dazed", "Dazed", "-1 to Toughness against subdual damage", "stun", "TO-74",
          Field("dazed", ENDS, "rounds left of each Dazed mark")),
    State("Staggered", "Staggered", "half speed", "slow", "TO-80", Field("staggered", BOOL, "Staggered?")),
    State("Unconscious", "Unconscious", "helpless", "down", "TO-81", Field("unconscious", BOOL, "Unconscious?")),
]  # fmt: skip
"""The subdual track, the lightest first: what each state does is `conditions.py`'s."""

LETHAL_STATES: Final = [
    State("Hurt", "Hurt", "-1 to Toughness", "wound", "TO-75", Field("hurt", ENDS, "rounds left of each Hurt mark")),
    State("Wounded", "Wounded", "-1 to Toughness, -2 on every other roll but CON checks", "blood", "TO-76",
          Field("wounded", INT, "how many Wounded marks", low=0, high=99)),
    State("Disabled", "Disabled", "half speed; straining means dying", "slow", "TO-82", Field("disabled", BOOL, "Disabled?")),
    State("Dying", "Dying", "helpless; a check every round", "dying", "TO-85", Field("dying", BOOL, "Dying?")),
    State("Dead", "Dead", "", "dead", "TO-86", Field("dead", BOOL, "dead?")),
]  # fmt: skip

CIRCUMSTANCES: Final = [
    State("yielded", "yielded", "has given up", "dot", "TO-07", Field("yielded", BOOL, "has given up", sees="all"), "neutral"),
    State("bound", "bound", "tied up, helpless", "bound", "TO-122", Field("bound", BOOL, "tied up, helpless", sees="all")),
    State("pinned", "pinned", "only an escape or a free action", "held", "TO-62",
          Field("pinned", BOOL, "pinned by whoever holds it?", by_hand=True), held="one.held_by and one.pinned"),
    State("held", "held", "only an attack on the holder, an escape or a free action", "held", "TO-61",
          Field("held_by", TEXT, "who holds it", by_hand=True), held="one.held_by and not one.pinned"),
    State("holding", "holding", "", "held", "TO-61", Field("holding", TEXT, "whom it holds", file=""), "neutral", "one.holding"),
    State("owes", "loses its turn", "its next turn is forfeited", "stun", "TO-77",
          Field("owes", INT, "owes a turn? Or how many turns, where debts add up", file="owes_turn", file_type="bool | Turns",
                by_hand=True, absent="False"), held="one.owes", shown="one.able"),
    State("exposed", "exposed", "-2 to Defense, no Dodge or Parry", "weak", "TO-78",
          Field("exposed_until", UNTIL, "exposed for a round? Or for how long", file="exposed"),
          shown="one.able", effects=[("defense", -2)]),
    State("surprised", "surprised", "no turn in round 1, no Dodge or Parry before its first turn", "stun", "TO-116",
          Field("surprised", BOOL, "no turn in round 1, no Dodge or Parry before its first turn", file="", sees="all")),
    State("prone", "prone", "-4 in melee; Defense -4 against melee, +4 against what comes from afar", "prone", "TO-117",
          Field("prone", BOOL, "lies on the ground", sees="all"), shown="not one.helpless", effects=[("melee", -4)]),
    State("delayed", "waiting", "has delayed its turn", "delay", "TO-21", Field("delayed", BOOL, "waits with its turn?"), "neutral"),
    State("prepared", "prepared", "", "ready", "TO-17",
          Field("prepared", TEXT, "what it has prepared, such as approach:attack:sword"), "neutral", "one.prepared"),
]  # fmt: skip
"""What else everybody sees of a combatant."""

STATES: Final = [*SUBDUAL_STATES, *LETHAL_STATES, *CIRCUMSTANCES]
STATE: Final[dict[str, State]] = {state.id: state for state in STATES}
SUBDUAL: Final = ("", *[state.id for state in SUBDUAL_STATES])
LETHAL: Final = ("", *[state.id for state in LETHAL_STATES if state.id != "Dead"])
"""Both tracks by degree; "" for none."""
ON_TRACKS: Final = (*SUBDUAL[1:], *LETHAL[1:], "Dead")
WORST_FIRST: Final = ("Dying", "Unconscious", "Disabled", "Staggered", "Wounded", "Dazed", "Hurt", "Bruised")
INFLICTED: Final = (*SUBDUAL[1:], *LETHAL[1:], *[state.id for state in CIRCUMSTANCES if state.given])
"""What a save power may bring."""

# -- the sheet -----------------------------------------------------------------------------------------------------

FIGHTER: Final = [
    Field("conviction", INT, "points left", sees="owner", low=0, high=40, file=""),
    Field("conviction_max", INT, "points at most", sees="owner", low=0, high=40, file="", key=""),
    Field("initiative", INT, "initiative total; setting it changes the place in the order", sees="all", low=-20, high=60, file=""),
    Field("dying_dc", INT, "difficulty of the next dying check", "10", sees="owner", low=1, high=60, key="{} if self.dying else 10"),
    *[state.field for state in STATES if state.field is not None],
    Field("escaped", BOOL, "has left the fight", sees="all"),
    Field("known_depth", INT, "how far down it lay when those prepared for falls last looked (TO-17)", file="", key=""),
    Field("reactions", BOOL, "may it react out of turn?", "True", sees="owner"),
    Field("spared", BOOL, "finishing blows on it are ruled out", sees="owner"),
    Field("revealed", BOOL, "its sheet is open to everybody", sees="gm"),
    Field("cell", INT, "the square it stands on", "NOWHERE", file=""),
    Field("rolled", BOOL, "initiative has been rolled or set (TO-03)", file=""),
    Field("initiative_die", INT, "what its initiative die showed, for those who share it (TOR-47)", file="", key=""),
    Field("roll_off", COUNTS, "the dice of ties, the first first (TO-04)", file="", key="", copy="{}"),
    Field("reeling_until", UNTIL, "the penalty of Wounded, where that lasts a round only: still in force?", file="reeling"),
    Field("used", COUNTS, "how often each power has been used", file_type="list[Turns]", by_hand=True, absent="[]"),
    Field("subdual_check", DUE, "rounds until the next check on the subdual track"),
    Field("lethal_check", DUE, "rounds until the next check on the lethal track"),
    Field("in_hand", INT, "the key of the weapon in hand, empty for none; the first weapon where left out", by_hand=True,
          file_type="str | None", absent="None"),
    Field("dropped", INT, "the key of the weapon it has dropped", "EMPTY_HANDED", by_hand=True, file_type="str", absent='""'),
    Field("dropped_at", INT, "where that lies", "NOWHERE", by_hand=True, file_type="Spot | None", absent="None"),
    Field("acted", BOOL, "has had its turn in this round? Whoever is moved in the order has no second one (TO-02)"),
    Field("place", INT, "its place in the turn order of a fight that goes on; 0 for none yet", "NO_PLACE", by_hand=True,
          bounds="ge=0, le=MOST_PLACES", absent="0"),
    Field("stance_defense", INT, "what charge, full-out attack or retreat does to Defense until its next turn", file="stance",
          file_type="Figure"),
    Field("stance_guard", INT, "what total defense or a defensive attack adds to Dodge and Parry until its next turn (TO-18)",
          file="guard", file_type="Figure"),
    Field("keeps_dodge", BOOL, "has bought its Dodge and Parry back until its next turn?"),
    Field("push_word", INT, "its next act but free ones: 1 pushes, -1 does not, by the GM's word; -2 bought (TO-84)",
          file_type="Literal[-2, -1, 0, 1]"),
    Field("modifiers", MODIFIERS, "what the GM has given it"),
]  # fmt: skip

# -- the stat block ------------------------------------------------------------------------------------------------

FORM: Final = Kind("int", "MELEE", file='Literal["melee", "thrown", "missile", "grapple"]', absent='"melee"',
                   load="FORMS.index({})", save="FORMS[{}]")  # fmt: skip
POWER_KIND: Final = Kind("int", "0", file='Literal["attack", "save", "area", "mend"]', absent="...", load="POWER_KINDS.index({})",
                         save="POWER_KINDS[{}]")  # fmt: skip
LETHAL_OR_NOT: Final = Kind("bool", "True", file="Harm", absent='"lethal"', load='{} == "lethal"',
                            save='"lethal" if {} else "subdual"')  # fmt: skip
NEGATES: Final = Kind("bool", "False", file='Literal["negates", "reduces"]', absent='"reduces"', load='{} == "negates"',
                      save='"negates" if {} else "reduces"')  # fmt: skip
CRITICAL: Final = Kind("int", "USUAL_CRITICAL", file="Crit | None", absent="None", load="USUAL_CRITICAL if {0} is None else {0}",
                       save="None if {0} == USUAL_CRITICAL else {0}")  # fmt: skip
LIMIT: Final = Kind("int", "-1", file="int | None", absent="None", load="-1 if {0} is None else {0}", save="None if {0} < 0 else {0}")
"""A number that may be left open."""
MAYBE: Final = Kind("str", '""', file="Save | None", absent="None", load='{} or ""', save="{} or None")

NAME_AND_KEY: Final = [
    Field("key", TEXT, "short name for commands; made from the name where left out", absent='""', bounds=r'pattern=r"^[\w-]*$"'),
    Field("name", TEXT, "what it is called", absent="...", bounds="min_length=1"),
]
WEAPON: Final = [
    *NAME_AND_KEY,
    Field("damage", INT, "weapon damage, without Strength", file_type="Figure"),
    Field("form", FORM, "how it is used: decides the bonus (TO-32) and what the defender may answer with (TO-37)"),
    Field("lethal", LETHAL_OR_NOT, "what it does unless the attacker intends otherwise", file="kind"),
    Field("threat", INT, "the lowest natural face that threatens a critical hit", "20", low=2, high=20),
    Field("crit_bonus", CRITICAL, "what a critical adds to damage; the table's default where left out", "USUAL_CRITICAL"),
    Field("reach_ft", INT, "how far it reaches in close combat", "5", low=5, high=60),
    Field("increment_ft", INT, "range increment of thrown and missile weapons", "0", low=0, high=10_000),
    Field("max_increments", INT, "how many increments it carries: 5 thrown, 10 missile", "0", low=1, high=1000,
          file_type="int | None", absent="None", load='{0} if {0} is not None else 5 if row.form == "thrown" else 10',
          save="{} or None"),
    Field("adds_strength", Kind("bool", "True", file='Literal["add", "none"]', absent='"add"', load='{} == "add"',
                                save='"add" if {} else "none"'), "whether Strength adds to damage", "True", file="strength"),
    Field("hands", INT, "hands needed", "1", low=1, high=2),
    Field("natural", BOOL, "part of the body: always ready, never dropped", "False"),
    Field("is_ranged", BOOL, "thrown or shot?", derived="form == THROWN or form == MISSILE"),
    Field("far_ft", INT, "how far it can be used at all: its reach, or all its increments (TO-33, TO-54)",
          derived="increment_ft * max_increments if self.is_ranged else reach_ft"),
]  # fmt: skip
POWER: Final = [
    *NAME_AND_KEY,
    Field("kind", POWER_KIND, "how it works"),
    Field("range_ft", INT, "how far it reaches", absent="5", low=5, high=100_000),
    Field("damage", INT, "damage bonus of attack and area powers", "0", file_type="Figure"),
    Field("lethal", LETHAL_OR_NOT, "what its damage does", "True", file="harm"),
    Field("threat", INT, "the lowest face that threatens, for attack powers", "20", low=2, high=20),
    Field("crit_bonus", CRITICAL, "what a critical adds to damage", "USUAL_CRITICAL"),
    Field("save", MAYBE, "the save against it", '""'),
    Field("state", MAYBE, "what a failed save marks, for save powers", '""', file_type="State | None"),
    Field("negates", NEGATES, "what a save against an area power does", "False", file="success"),
    Field("radius_ft", INT, "radius of an area power", "0", absent="10", low=0, high=10_000),
    Field("ability", TEXT, "key ability of its difficulty", '"wis"', file_type='Literal["str", "dex", "con", "int", "wis", "cha"]'),
    Field("uses", LIMIT, "times per fight; unlimited where left out", "-1", low=1, high=1000),
    Field("weapon", Kind("Weapon", ""), "how an attack power strikes: like a weapon of its own damage, without Strength (TO-103)",
          derived="Weapon(key, name, damage, 4, lethal, threat, crit_bonus, range_ft, adds_strength=False, natural=True)"),
]  # fmt: skip
FEATS: Final = Kind("list[tuple[str, int, str]]", "[]", file="list[FeatModel]", absent="[]",
                    load="[(each.slot, each.amount, each.label) for each in {}]",
                    save='[{{"slot": each[0], "amount": each[1], "label": each[2]}} for each in {}]')  # fmt: skip
BLOCK: Final = [
    Field("abilities", Kind("list[int]", "", file="AbilitiesModel"), "ability scores", load="scores_of({})",
          save="dict(zip(ABILITIES, {}, strict=True))", absent="default_factory=no_abilities"),
    Field("roles", Kind("list[Role]", "", file="list[RoleModel]"), "roles; the first is the core role", load="roles_of({})",
          save="role_rows({})", absent="default_factory=one_warrior", bounds="min_length=1"),
    Field("size", Kind("str", "", file='Literal["tiny", "small", "medium", "large", "huge"]', stat="text"), "size", absent='"medium"'),
    Field("feats", FEATS, "feats and gear, by the score they add to"),
    Field("armor", INT, "armor worn, part of Toughness", low=0, high=10, sees="owner"),
    Field("weapons", Kind("list[Weapon]", ""), "weapons; the first is in hand at the start", in_model=False,
          load="[weapon_of(each) for each in {}]", save="[weapon_row(each) for each in {}]"),
    Field("powers", Kind("list[Power]", ""), "supernatural powers", in_model=False,
          load="[power_of(each) for each in {}]", save="[power_row(each) for each in {}]"),
    Field("speed_ft", INT, "speed in feet, before states halve it", absent="30", low=5, high=1000, sees="owner",
          bounds="ge=5, le=1000, multiple_of=5"),
    Field("typed_bcb", LIMIT, "Base Combat Bonus, where it does not follow from the roles", "-1", file="bcb", low=0, high=1000),
    Field("shield", BOOL, "a shield in hand (its bonus is a feat of the slot defense)", "False", sees="all"),
    Field("minion", BOOL, "falls at the first failed Toughness save", "False", sees="owner"),
    Field("fight_on", BOOL, "fights on where others yield or retreat", "False", sees="gm"),
    Field("can_parry", BOOL, "whether it can parry at all", "True", sees="owner"),
    Field("typed_medicine", Kind("int | None", "None", file="Figure | None", absent="None"),
          "bonus of first aid; Wisdom where left out", "None", file="medicine", save="one.medicine"),
    Field("captures", BOOL, "its side wants prisoners: tactics strike to subdue, hold and bind", "False", sees="gm",
          load="{} if who.captures is None else who.captures"),
    Field("flees", BOOL, "tactics make for an exit once it is Wounded", "False", sees="gm",
          load="{} if who.flees is None else who.flees"),
    Field("strength", INT, "Strength", derived="abilities[0]"),
    Field("dex", INT, "Dexterity", derived="abilities[1]"),
    Field("con", INT, "Constitution", derived="abilities[2]"),
    Field("wis", INT, "Wisdom", derived="abilities[4]"),
    Field("size_in_attack", INT, "size in attack and Defense (TO-39)", derived="SIZE_IN_ATTACK_AND_DEFENSE[size]"),
    Field("size_in_grapple", INT, "size in grappling (TO-39)", derived="SIZE_IN_GRAPPLE[size]"),
    Field("size_in_toughness", INT, "size in Toughness (TO-39)", derived="SIZE_IN_TOUGHNESS[size]"),
    Field("medicine", INT, "bonus of first aid", derived="typed_medicine if typed_medicine is not None else self.wis"),
    Field("bcb", INT, "Base Combat Bonus", derived="typed_bcb if typed_bcb >= 0 else base_combat_bonus(roles)", sees="owner"),
    Field("melee", INT, "melee bonus", derived='self.bcb + self.dex + self.size_in_attack + feat_total(feats, "melee")', sees="owner"),
    Field("ranged", INT, "ranged bonus", derived='self.bcb + self.dex + self.size_in_attack + feat_total(feats, "ranged")',
          sees="owner"),
    Field("dodge", INT, "Dodge", derived='self.dex + feat_total(feats, "dodge")'),
    Field("parry", INT, "Parry", derived='self.strength + feat_total(feats, "parry")'),
    Field("toughness", INT, "Toughness before penalties",
          derived='self.con + self.size_in_toughness + feat_total(feats, "toughness") + armor', sees="owner"),
    Field("fort", INT, "Fortitude", derived='self.con + base_save(roles, "fort") + feat_total(feats, "fort")', sees="owner"),
    Field("ref", INT, "Reflex", derived='self.dex + base_save(roles, "ref") + feat_total(feats, "ref")', sees="owner"),
    Field("will", INT, "Will", derived='self.wis + base_save(roles, "will") + feat_total(feats, "will")', sees="owner"),
    Field("threat_feats", INT, "feats in the slot threat", derived='feat_total(feats, "threat")'),
    Field("damage_feats", INT, "feats in the slot damage", derived='feat_total(feats, "damage")'),
    Field("defense_feats", INT, "feats in the slot defense", derived='feat_total(feats, "defense")'),
]  # fmt: skip

HAZARD: Final = [
    Field("name", TEXT, "what it is called", absent="...", bounds="min_length=1"),
    Field("cells", Kind("list[int]", "", file="list[Spot]"), "the squares it covers", file="squares", absent="[]",
          load="cells_of(fray, row)", save="[fray.ground.xy(each) for each in {}]"),
    Field("save", MAYBE, "the save against it"),
    Field("difficulty", INT, "difficulty of that save", file="dc", file_type="Figure", absent="10"),
    Field("negates", NEGATES, "what success does", file="success", absent='"negates"'),
    Field("damage", INT, "damage bonus", file_type="Figure"),
    Field("lethal", LETHAL_OR_NOT, "what the damage does", file="kind"),
    Field("known", BOOL, "do people see it before they meet it?", "True", save="fray.knows_of(one)"),
]  # fmt: skip

# -- the fight -----------------------------------------------------------------------------------------------------

FRAY: Final = [
    Field("exits", COUNTS, "squares by which people leave"),
    Field("hazards", Kind("list[Hazard]", "[]", copy="list({})"), "dangerous squares", key=""),
    Field("met", NAMES, "hazards that people have met, by name"),
    Field("gates", PAIRS, "(round, square): exits that open when that round starts",
          key="tuple([(max(0, each[0] - self.round), each[1]) for each in {}])"),
    Field("name", TEXT, "its title", key=""),
    Field("later", INT, "rounds that have passed on the clock beside the fight's: after it, or by the GM's word (TO-97, TO-112)",
          key=""),
    Field("cursor", INT, "the place in the order that has been reached in this round"),
    Field("actor", TEXT, 'whose turn it is; "" between turns'),
    Field("standard_used", BOOL, "the acting one has used its standard action"),
    Field("moves_used", INT, "how many move actions it has used"),
    Field("turn_lost", BOOL, "the acting one was struck so that the rest of its turn is lost (TO-77)"),
    Field("turn_done", BOOL, "the acting one has ended its turn or filled it with a full-round action"),
    Field("stepped_in", BOOL, "this turn is one that had been delayed (TO-21)"),
    Field("boundary", BOOL, "a turn has just ended: whoever delays may step in (TO-21)"),
    Field("saving", TEXT, "whose Toughness die has fallen and not been judged yet: nothing wipes its marks in between (TO-100)"),
]  # fmt: skip

RECORDS: Final = [
    Record("Weapon", "", "", WEAPON, model="WeaponFields", of="Weapon", frozen=True),
    Record("Power", "", "", POWER, model="PowerFields", of="Power", frozen=True),
    Record("Hazard", "", "", HAZARD, model="HazardFields", of="Hazard", given="fray: Fray", given_more="fray: Fray", frozen=True,
           doc="Something that hurts those who get into it: a save, and damage of its own (TO-102)."),
    Record("BlockFields", "", "", BLOCK, model="BlockFields", of="Block", given="who: CombatantModel", frozen=True),
    Record("FighterFields", "Unit", "id: str, name: str, side: str, controller: str", FIGHTER, "now: int", "StateFields", "Fighter",
           "fray: Fray", "ranks: dict[int, int]"),
    Record("FrayFields", "Battle", "reading: Reading", FRAY),
]  # fmt: skip
