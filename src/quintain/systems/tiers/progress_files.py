"""What a file may say of a fight under way: where the round stands, who has done what in it, and the GM's words that still hold."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from quintain.systems.tiers.vocabulary import ACTIONS, DISARMED, WOUNDS

Defense = Literal["Iron", "Ward", "Grit"]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NowModel(Part):
    """What a combatant has done and spent in this round."""

    stance: Literal["undecided", "Rash", "Cautious", "Ambushing"] | None = Field(None, description="Stance this round")
    acted: bool = Field(False, description="Has had its turn")
    slept: int = Field(0, ge=0, le=2, description="While unconscious: 1 had its start of turn, 2 all of a turn that runs by itself")
    acts_used: int = Field(0, ge=0, le=99, description="Acts used")
    reacts_used: int = Field(0, ge=0, le=99, description="Reacts used")
    extra_acts: int = Field(0, ge=0, le=99, description="Further Acts bought")
    extra_reacts: int = Field(0, ge=0, le=99, description="Further Reacts bought")
    haste_used: bool = Field(False, description="The extra of Hastened is used")
    slow_paid: bool = Field(False, description="Has paid for one more Act though slowed")
    surprised: bool = Field(False, description="Is Surprised")
    ambushing: bool = Field(False, description="Is Ambushing")


class ImprovisedModel(Part):
    """Something the GM has accepted as an Act, or an improvised attack."""

    who: str = Field(description="Id of whoever may do it")
    what: str = Field(min_length=1, description="A few words for the button")
    action: str = Field(description="The Action it is rolled with")
    number: int = Field(10, description="Target number")
    defense: Defense | None = Field(None, description="The Defense an attack is rolled against")
    target: str = Field("", description="Id of an attack's target")
    wound: str | None = Field(None, description="The wound an attack inflicts")
    severity: int = Field(0, ge=0, le=5, description="Its severity")
    kind: Literal["melee", "ranged", "touch"] | None = Field(None, description="Kind of attack; by the distance if left out")

    @model_validator(mode="after")
    def _makes_sense(self) -> ImprovisedModel:
        if self.action not in ACTIONS:
            raise ValueError(f"there is no Action called {self.action!r}: there are {', '.join(ACTIONS)}")
        if (self.defense is None) != (self.target == ""):
            raise ValueError("an improvised attack needs both a defense and a target")
        if self.wound is not None and (self.wound not in WOUNDS[: DISARMED + 1] or not self.severity or not self.target):
            raise ValueError("a wound of an improvised attack has a name and a severity of 1 to 5, and the attack a target")
        return self


class ForceModel(Part):
    """A die or a result that the GM has fixed in advance."""

    who: str = Field("*", description="Who rolls; * for anybody")
    what: str = Field("*", description="What for; * for anything")
    faces: list[int] = Field(default_factory=list, description="The faces")
    answers: dict[str, int] = Field(default_factory=dict, description="What is asked of the roll, with the answer")


class OutcomeModel(Part):
    result: str = Field(description="How it ended")
    winner: str = Field("", description="Which side won")
    why: str = Field("", description="Why")


class StateModel(Part):
    """Where a fight under way stands. Left out, it has not begun."""

    round: int = Field(0, ge=0, description="The round; 0 while surprise is settled and none has begun")
    stage: int = Field(0, ge=0, le=5, description="The stage of the round; 0 between rounds")
    position: Literal["controlled", "risky", "desperate"] = Field("risky", description="Position of the next attack")
    arrivals: int = Field(0, ge=0, description="How many newcomers have come so far")
    truce_offered: bool = Field(False, description="A ceasefire has been offered already")
    end_refused: int = Field(0, ge=0, description="The round in which the GM last let it go on although a side had nobody up")
    improvised: list[ImprovisedModel] = Field(default_factory=list, description="What the GM has accepted as Acts")
    forbidden: dict[str, str] = Field(
        default_factory=dict, description="Options the GM forbids, as about:who:option, with the reason"
    )
    forces: list[ForceModel] = Field(default_factory=list, description="Dice the GM has fixed in advance")
    outcome: OutcomeModel | None = Field(None, description="How it ended, if it is over")

    @model_validator(mode="after")
    def _in_a_round(self) -> StateModel:
        if self.stage > 0 and self.round == 0:
            raise ValueError("a stage of a round is in round 1 or later")
        for pattern in self.forbidden:
            if pattern.count(":") < 2:
                raise ValueError(f"what is forbidden is written as about:who:option, not {pattern!r}")
        return self
