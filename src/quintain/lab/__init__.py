"""The lab: is this fight fair, and what would change it?"""

from quintain.lab.forecast import Forecast, forecast
from quintain.lab.intervals import Estimate

__all__ = ["Estimate", "Forecast", "forecast"]
