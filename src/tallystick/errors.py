"""Every failure of our own that a user may see.

TallyError            exit 1
├── UsageError        exit 2: the command line or a setting cannot be understood
├── NotFound          what was asked for (a session, an evidence, a file) is not there
├── Ambiguous         it is there more than once; the message lists the candidates
├── PriceError        a price file or a rate cannot be used
├── DownloadError     a price list could not be fetched
├── SettingsUnusable  a client's settings file cannot be read or changed
├── HooksUnusable     a repository's hooks cannot be found, or belong to somebody else
├── RootUnusable      the root folder cannot be made, read or written
└── IndexUnusable     the index cannot be used as it is
    ├── IndexBusy     another process holds it for longer than we wait
    ├── IndexCorrupt  it is not a readable database
    ├── IndexNewer    a newer tally wrote it
    └── IndexFull     there is no room to write

A message is one line: what, where, what to do next. Only doors catch these, print the line on
stderr and end with `exit_code`. Bad input in a transcript is not here: it is a rejection, counted.
"""


class TallyError(Exception):
    """A failure with one line for the user."""

    exit_code = 1


class UsageError(TallyError):
    """The command line or a setting cannot be understood."""

    exit_code = 2


class NotFound(TallyError):
    """What was asked for is not there."""


class Ambiguous(TallyError):
    """What was asked for is there more than once."""


class PriceError(TallyError):
    """A price file or a rate cannot be used."""


class DownloadError(TallyError):
    """A price list could not be fetched."""


class SettingsUnusable(TallyError):
    """A client's settings file cannot be read or changed."""


class HooksUnusable(TallyError):
    """A repository's hooks cannot be found, or belong to somebody else."""


class RootUnusable(TallyError):
    """The root folder cannot be made, read or written."""


class IndexUnusable(TallyError):
    """The index cannot be used as it is."""


class IndexBusy(IndexUnusable):
    """Another process holds the index for longer than we wait."""


class IndexCorrupt(IndexUnusable):
    """The index is not a readable database."""


class IndexNewer(IndexUnusable):
    """A newer tally wrote the index."""


class IndexFull(IndexUnusable):
    """There is no room to write the index."""
