"""Run by git's hooks, as `python -I -S <this file>`: the interpreter starts bare, so the package says where it lies."""

import gc
import sys

gc.disable()  # nothing lives long enough here to be collected
here = __file__.rpartition("/")[0]
sys.path.append(here.rpartition("/")[0].rpartition("/")[0])

from tallystick.commits.door import main  # noqa: E402

main(sys.argv[1:])
