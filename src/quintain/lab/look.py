"""The look that all charts share; nothing is fetched from anywhere.

Colours: ink, grid and paper are placeholders until a chart is rendered, so that one drawing serves light pages, dark pages and files.
"""

from __future__ import annotations

from typing import Any

import altair as alt

from quintain.engine import Malformed

INK, SOFT, GRID, PAPER = "#010203", "#020304", "#030405", "#040506"
THEMES = {
    "light": {INK: "#1d2430", SOFT: "#5b6472", GRID: "#e3e6ea", PAPER: "#ffffff"},
    "dark": {INK: "#e8eaee", SOFT: "#a4acb9", GRID: "#343b47", PAPER: "#171b22"},
    "page": {INK: "var(--ink)", SOFT: "var(--soft)", GRID: "var(--grid)", PAPER: "var(--paper)"},
}
COLOURS = {"win": "#3d86c6", "loss": "#e0803c", "draw": "#9a86c8", "unresolved": "#8d949e"}
SIDES = ["#3d86c6", "#e0803c", "#5aa469", "#b48ad6", "#c9a53b"]
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
WIDTH = 420
Chart = Any
"""Any of Altair's kinds of chart; its own types do not survive the operators that combine them."""


def rendered(chart: Chart, how: str, theme: str = "light") -> bytes:
    """A chart as "svg" or "png", in the colours of a theme: "light", "dark" or "page" (whose colours the page sets)."""
    import vl_convert

    if theme not in THEMES:
        raise Malformed(f"there is no theme {theme!r}: there are {', '.join(THEMES)}.")
    svg: str = vl_convert.vegalite_to_svg(_styled(chart).to_json(), allowed_base_urls=[])
    for colour, instead in THEMES[theme].items():
        svg = svg.replace(colour, instead)
    if how == "svg":
        return svg.encode()
    png: bytes = vl_convert.svg_to_png(svg, scale=2.0)
    return png


def _styled(chart: Chart) -> Any:
    """The look that all charts share."""
    text = {"labelFont": FONT, "titleFont": FONT, "labelColor": SOFT, "titleColor": SOFT, "labelFontSize": 12, "titleFontSize": 12}
    return (
        chart.configure(background=PAPER, font=FONT, padding=12)
        .configure_view(stroke=None)
        .configure_axis(
            **text, gridColor=GRID, domainColor=GRID, tickColor=GRID, titleFontWeight="normal", labelLimit=280, titlePadding=8
        )
        .configure_legend(**text, orient="top", title=None, symbolType="square")
        .configure_title(font=FONT, color=INK, fontSize=14, anchor="start", fontWeight=600, subtitleFont=FONT, subtitleColor=SOFT)
    )


def data_of(rows: list[dict[str, Any]]) -> alt.InlineData:
    return alt.InlineData(values=rows)
