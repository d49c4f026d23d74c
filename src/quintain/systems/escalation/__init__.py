"""Escalation: a d20 fight whose die rises, with engagement instead of squares. See docs/rules/escalation.md."""

from quintain.systems.escalation.system import SYSTEM

__all__ = ["SYSTEM"]
