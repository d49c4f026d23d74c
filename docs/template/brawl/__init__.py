"""Brawl: the smallest rule system that plays. Copy this folder, rename it, and put your own book in its place."""

from brawl.system import Brawl

SYSTEM = Brawl()
