"""Run by the client's hooks, as `python -I -S <this file> NAME`: the interpreter starts bare, so the package says where
it lies.
"""

import gc
import sys

gc.disable()  # nothing lives long enough here to be collected
here = __file__.rpartition("/")[0]
sys.path.append(here.rpartition("/")[0].rpartition("/")[0])

from tallystick.hooks.door import main  # noqa: E402

main(sys.argv[1:])
