"""Run by the client at each change, as `python -I -S <this file>`: the interpreter starts bare, so the package says
where it lies, and its modules come out of one file where `bundle` has left it.
"""

import gc
import sys
from marshal import loads
from posix import O_RDONLY, open, pread  # noqa: A004

gc.disable()  # nothing lives long enough here to be collected
here = __file__.rpartition("/")[0]
sys.path.append(here.rpartition("/")[0].rpartition("/")[0])
try:
    bundle = open(f"{here}/__pycache__/hot.{sys.implementation.cache_tag}", O_RDONLY)
    exec(loads(pread(bundle, 4096, 0)))  # noqa: S102, S302 - our own code
except (OSError, ValueError, EOFError, TypeError):
    pass  # the modules come as they usually do

from tallystick.statusline.door import main  # noqa: E402

main(sys.argv[1:])
