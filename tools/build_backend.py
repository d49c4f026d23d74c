"""How pip builds the package: setuptools, with Node fetched where the page must be built and this machine has none."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from tools.page import NODE_PACKAGE, npm_command, page_is_wanted


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_sdist(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *_node()]


def _node() -> list[str]:
    return [NODE_PACKAGE] if page_is_wanted() and not npm_command() else []
