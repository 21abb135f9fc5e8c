"""The index's tables, as append-only migrations: what a released version wrote is never edited here, only added to.

Kept tables hold what transcripts may no longer hold (Claude Code deletes them after 30 days) and are never dropped.
Derived tables are folds of the kept ones, or event records of files, and may be refilled. Keys are 63-bit hashes
(`accounting.digests`); times are milliseconds of the epoch, NULL where the transcript gave none.
"""

from __future__ import annotations

# -- kept ---------------------------------------------------------------------------------------------------------
_KEPT = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE name(key INTEGER PRIMARY KEY, text TEXT NOT NULL);
-- one transcript file, `offset` and `line` are where the next read starts, `state` 0 present, 1 gone, 2 unreadable
CREATE TABLE file(
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, transcript TEXT NOT NULL, agent INTEGER NOT NULL,
  size INTEGER NOT NULL, mtime INTEGER NOT NULL, device INTEGER NOT NULL, inode INTEGER NOT NULL,
  head BLOB NOT NULL, tail BLOB NOT NULL, offset INTEGER NOT NULL, line INTEGER NOT NULL,
  generation INTEGER NOT NULL, parser INTEGER NOT NULL, state INTEGER NOT NULL,
  session INTEGER NOT NULL, named INTEGER NOT NULL, side INTEGER NOT NULL, cwd INTEGER NOT NULL,
  version INTEGER NOT NULL, child INTEGER NOT NULL, brief INTEGER NOT NULL,
  spawn_call INTEGER NOT NULL, memory BLOB NOT NULL);
-- which sessions' lines a file holds, `bare_t` is the first time of a line without uuid, which forks never copy
CREATE TABLE file_session(
  file INTEGER NOT NULL, session INTEGER NOT NULL, first_t INTEGER, last_t INTEGER, bare_t INTEGER,
  PRIMARY KEY(file, session)) WITHOUT ROWID;
-- one response as one file shows it, part: 2 = nested in a progress line, 1 = read behind the last line feed
CREATE TABLE usage_line(
  key INTEGER NOT NULL, file INTEGER NOT NULL, part INTEGER NOT NULL, line INTEGER NOT NULL, nth INTEGER NOT
  NULL, t INTEGER,
  session INTEGER NOT NULL, claimed INTEGER NOT NULL, model INTEGER NOT NULL, branch INTEGER NOT NULL,
  side INTEGER NOT NULL, stopped INTEGER NOT NULL, variant INTEGER NOT NULL, visible INTEGER NOT NULL, lines
  INTEGER NOT NULL,
  input INTEGER NOT NULL, write_5m INTEGER NOT NULL, write_1h INTEGER NOT NULL, write_unknown INTEGER NOT NULL,
  read INTEGER NOT NULL, output INTEGER NOT NULL, searches INTEGER NOT NULL,
  generation INTEGER NOT NULL, parser INTEGER NOT NULL,
  PRIMARY KEY(key, file, part)) WITHOUT ROWID;
-- the client's own running totals, one row a model and line
CREATE TABLE cost_state(
  file INTEGER NOT NULL, line INTEGER NOT NULL, part INTEGER NOT NULL, t INTEGER, session INTEGER NOT NULL,
  model INTEGER NOT NULL,
  input INTEGER NOT NULL, write_5m INTEGER NOT NULL, write_1h INTEGER NOT NULL, write_unknown INTEGER NOT NULL,
  read INTEGER NOT NULL, output INTEGER NOT NULL, searches INTEGER NOT NULL, cost_usd REAL, total_usd REAL,
  generation INTEGER NOT NULL, parser INTEGER NOT NULL,
  PRIMARY KEY(file, line, model, part)) WITHOUT ROWID;
-- plan limits that a transcript states by its structure
CREATE TABLE limit_event(
  file INTEGER NOT NULL, line INTEGER NOT NULL, nth INTEGER NOT NULL, part INTEGER NOT NULL, t INTEGER,
  session INTEGER NOT NULL,
  kind INTEGER NOT NULL, resets_at INTEGER, generation INTEGER NOT NULL,
  PRIMARY KEY(file, line, nth, part)) WITHOUT ROWID;
CREATE TABLE rejection(
  file INTEGER NOT NULL, line INTEGER NOT NULL, nth INTEGER NOT NULL, part INTEGER NOT NULL, offset INTEGER
  NOT NULL, reason TEXT NOT NULL,
  generation INTEGER NOT NULL, PRIMARY KEY(file, line, nth, part)) WITHOUT ROWID;
-- transcripts that must not come back: the start of the file and its path, as hashes
CREATE TABLE forgotten(path INTEGER NOT NULL, head BLOB NOT NULL, PRIMARY KEY(path, head)) WITHOUT ROWID;
"""

# -- derived ------------------------------------------------------------------------------------------------------
_DERIVED = """
-- the packed events (`model.event`) of one read stretch of a file
CREATE TABLE segment(
  file INTEGER NOT NULL, first_line INTEGER NOT NULL, part INTEGER NOT NULL, last_line INTEGER NOT NULL,
  parser INTEGER NOT NULL,
  moments BLOB NOT NULL, calls BLOB NOT NULL, results BLOB NOT NULL, words BLOB NOT NULL,
  PRIMARY KEY(file, first_line, part));
CREATE TABLE boundary(
  file INTEGER NOT NULL, line INTEGER NOT NULL, nth INTEGER NOT NULL, part INTEGER NOT NULL, t INTEGER,
  session INTEGER NOT NULL, micro INTEGER NOT NULL,
  trigger INTEGER NOT NULL, pre_tokens INTEGER, post_tokens INTEGER, preserved BLOB NOT NULL, dropped BLOB NOT NULL,
  PRIMARY KEY(file, line, nth, part)) WITHOUT ROWID;
-- what links a child to the call that spawned it: the hash of its prompt, or the agent its result names
CREATE TABLE spawn(
  file INTEGER NOT NULL, line INTEGER NOT NULL, nth INTEGER NOT NULL, part INTEGER NOT NULL, call INTEGER NOT NULL,
  child INTEGER NOT NULL, prompt INTEGER NOT NULL, PRIMARY KEY(file, line, nth, part, call, child)) WITHOUT ROWID;
-- one response over all files, with the session it is booked to and why (`accounting.owners`)
CREATE TABLE response(
  key INTEGER PRIMARY KEY, q INTEGER NOT NULL, t INTEGER, session INTEGER NOT NULL, basis INTEGER NOT NULL,
  file INTEGER NOT NULL,
  model INTEGER NOT NULL, branch INTEGER NOT NULL, side INTEGER NOT NULL, stopped INTEGER NOT NULL, variant
  INTEGER NOT NULL,
  visible INTEGER NOT NULL, copies INTEGER NOT NULL, input INTEGER NOT NULL, write_5m INTEGER NOT NULL,
  write_1h INTEGER NOT NULL,
  write_unknown INTEGER NOT NULL, read INTEGER NOT NULL, output INTEGER NOT NULL, searches INTEGER NOT NULL);
-- sums of responses by quarter of an hour
CREATE TABLE rollup(
  q INTEGER NOT NULL, session INTEGER NOT NULL, file INTEGER NOT NULL, model INTEGER NOT NULL, branch INTEGER
  NOT NULL,
  side INTEGER NOT NULL, variant INTEGER NOT NULL, responses INTEGER NOT NULL, lower INTEGER NOT NULL,
  input INTEGER NOT NULL, write_5m INTEGER NOT NULL, write_1h INTEGER NOT NULL, write_unknown INTEGER NOT NULL,
  read INTEGER NOT NULL, output INTEGER NOT NULL, searches INTEGER NOT NULL,
  PRIMARY KEY(q, session, file, model, branch, side, variant)) WITHOUT ROWID;
CREATE TABLE session(
  key INTEGER PRIMARY KEY, first_t INTEGER, last_t INTEGER, file INTEGER NOT NULL, project INTEGER NOT NULL,
  parent INTEGER NOT NULL);
-- what only the client's running totals know of a session
CREATE TABLE unattributed(
  session INTEGER NOT NULL, model INTEGER NOT NULL, input INTEGER NOT NULL, write_5m INTEGER NOT NULL,
  write_1h INTEGER NOT NULL,
  write_unknown INTEGER NOT NULL, read INTEGER NOT NULL, output INTEGER NOT NULL, searches INTEGER NOT NULL,
  PRIMARY KEY(session, model)) WITHOUT ROWID;
"""

# On a first index built when every row is there: of the kept tables before the fold, which looks up sessions in them,
# of the derived ones after it.
KEPT_INDEXES = """
CREATE INDEX usage_line_session ON usage_line(session);
CREATE INDEX usage_line_file ON usage_line(file);
CREATE INDEX cost_state_session ON cost_state(session);
CREATE INDEX file_session_session ON file_session(session);
"""
DERIVED_INDEXES = """
CREATE INDEX response_q ON response(q);
CREATE INDEX response_shared ON response(basis) WHERE basis <> 2;
CREATE INDEX spawn_child ON spawn(child) WHERE child <> 0;
CREATE INDEX spawn_prompt ON spawn(prompt) WHERE prompt <> 0;
"""

# What a session's findings come to (`accounting.glances`), until folding sees that something of the session changed.
_GLANCES = "CREATE TABLE glance(session INTEGER PRIMARY KEY, stamp TEXT NOT NULL, value BLOB NOT NULL)"

# Migration n brings user_version from n to n + 1. A first build does them itself, the indexes last.
MIGRATIONS: tuple[str, ...] = (_KEPT + _DERIVED + KEPT_INDEXES + DERIVED_INDEXES, _GLANCES)

TABLES = _KEPT + _DERIVED + _GLANCES

VERSION = len(MIGRATIONS)

# Per file: deleted with a file's generation of events; kept tables below are only marked by their older generation.
EVENT_TABLES = ("segment", "boundary", "spawn")
KEPT_TABLES = (
    "meta",
    "name",
    "file",
    "file_session",
    "usage_line",
    "cost_state",
    "limit_event",
    "rejection",
    "forgotten",
)
