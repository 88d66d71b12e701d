-- A place is a segment's id times 2^31 plus the index in the segment: one number names a node.
-- Times are microseconds since 1970-01-01T00:00:00Z.

CREATE TABLE acp_counter (
  sequence INTEGER NOT NULL,
  segment  INTEGER NOT NULL
);
INSERT INTO acp_counter (sequence, segment) VALUES (0, 0);

CREATE TABLE acp_tree (
  id INTEGER PRIMARY KEY
);

CREATE TABLE acp_session (
  sequence         INTEGER PRIMARY KEY,
  id               TEXT    NOT NULL UNIQUE,
  principal        TEXT    NOT NULL, -- empty for unauthenticated clients
  tree             INTEGER NOT NULL,
  cwd              TEXT    NOT NULL,
  cwd_hash         INTEGER NOT NULL,
  directories      TEXT    NOT NULL,
  title            TEXT,
  label            TEXT,
  parent           TEXT,
  origin_session   TEXT,
  origin_place     INTEGER,
  origin_message   TEXT,
  origin_depth     INTEGER NOT NULL,
  fork_number      INTEGER NOT NULL, -- the number in the title of a fork
  fork_key         TEXT,
  fork_fingerprint TEXT,
  created_at       INTEGER NOT NULL,
  attributes       TEXT    NOT NULL,
  format           INTEGER NOT NULL, -- of the attributes
  lease_holder     TEXT    NOT NULL,
  lease_token      INTEGER NOT NULL,
  lease_expires    INTEGER NOT NULL,
  head             INTEGER,
  turn_started     INTEGER,
  settled          INTEGER,
  updated_at       INTEGER NOT NULL,
  version          INTEGER NOT NULL,
  checksum         INTEGER NOT NULL
);
CREATE INDEX acp_session_cwd ON acp_session (cwd_hash, sequence);
CREATE INDEX acp_session_principal ON acp_session (principal, sequence);
CREATE INDEX acp_session_principal_cwd ON acp_session (principal, cwd_hash, sequence);
CREATE INDEX acp_session_tree ON acp_session (tree, fork_number);
CREATE INDEX acp_session_parent ON acp_session (parent, sequence) WHERE parent IS NOT NULL;
CREATE INDEX acp_session_origin ON acp_session (origin_place) WHERE origin_place IS NOT NULL;
CREATE INDEX acp_session_holder ON acp_session (lease_holder) WHERE lease_holder <> '';
CREATE UNIQUE INDEX acp_session_fork_key ON acp_session (origin_session, fork_key) WHERE fork_key IS NOT NULL;

CREATE TABLE acp_segment (
  id            INTEGER PRIMARY KEY,
  tree          INTEGER NOT NULL,
  parent_place  INTEGER,
  owner         TEXT,
  length        INTEGER NOT NULL,
  last_message  INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL,
  has_messages  INTEGER NOT NULL,
  checksum      INTEGER NOT NULL,
  cut_at        INTEGER           -- the index of the first node that was removed
);
CREATE INDEX acp_segment_parent ON acp_segment (parent_place) WHERE parent_place IS NOT NULL;
CREATE INDEX acp_segment_owner ON acp_segment (owner, last_sequence) WHERE owner IS NOT NULL;

-- The place is the key of the table's own tree, so the nodes of a segment lie side by side, whatever their size.
CREATE TABLE acp_message (
  place      INTEGER PRIMARY KEY,
  kind       TEXT    NOT NULL,
  tree       INTEGER NOT NULL,
  message_id TEXT,
  id_hash    INTEGER,
  depth      INTEGER NOT NULL,
  sequence   INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  checksum   INTEGER NOT NULL,
  format     INTEGER NOT NULL, -- of the content
  content    BLOB    NOT NULL
);
CREATE INDEX acp_message_id ON acp_message (tree, id_hash) WHERE id_hash IS NOT NULL;
CREATE INDEX acp_message_rare ON acp_message (kind, place)
  WHERE kind NOT IN ('USER', 'AGENT', 'THOUGHT', 'TOOL', 'TURN_END');

CREATE TABLE acp_label (
  session TEXT    NOT NULL,
  place   INTEGER NOT NULL,
  label   TEXT    NOT NULL,
  PRIMARY KEY (session, place)
) WITHOUT ROWID;
CREATE INDEX acp_label_place ON acp_label (place);
