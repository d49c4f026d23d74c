"""Where things are: squares, zones and points in feet.

Pure questions, no rule of any book and no state: whoever asks passes in what a cell costs and who stands where.
Import from the modules: `quintain.space.grid`, `quintain.space.sight`, `quintain.space.zones`, `quintain.space.feet`.
"""
