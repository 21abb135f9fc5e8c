"""Run by the client at each change, as `python -I -S <this file>`: the interpreter starts bare, so the package says
where it lies.
"""

import sys

sys.path.insert(0, __file__.rpartition("/")[0].rpartition("/")[0].rpartition("/")[0])

from tallystick.statusline.door import main

main(sys.argv[1:])
