-- A place is a segment's id times 2^31 plus the index in the segment: one number names a node.
-- Times are microseconds since 1970-01-01T00:00:00Z.
-- Texts may be longer than what a B-tree takes; those that peers choose are found by hashes.

CREATE SEQUENCE acp_sequence;
CREATE SEQUENCE acp_segment_id;

CREATE TABLE acp_tree (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
) WITH (fillfactor = 80);

CREATE TABLE acp_session (
  sequence         bigint  PRIMARY KEY,
  id               text    NOT NULL UNIQUE,
  principal        text    NOT NULL, -- empty for unauthenticated clients
  tree             bigint  NOT NULL,
  cwd              text    NOT NULL,
  cwd_hash         integer NOT NULL,
  directories      text    NOT NULL,
  title            text,
  label            text,
  parent           text,
  origin_session   text,
  origin_place     bigint,
  origin_message   text,
  origin_depth     integer NOT NULL,
  fork_number      integer NOT NULL, -- the number in the title of a fork
  fork_key         text,
  fork_fingerprint text,
  created_at       bigint  NOT NULL,
  attributes       text    NOT NULL,
  format           integer NOT NULL, -- of the attributes
  lease_holder     text    NOT NULL,
  lease_token      bigint  NOT NULL,
  lease_expires    bigint  NOT NULL,
  head             bigint,
  turn_started     bigint,
  settled          bigint,
  updated_at       bigint  NOT NULL,
  version          bigint  NOT NULL,
  checksum         integer NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX acp_session_cwd ON acp_session (cwd_hash, sequence);
CREATE INDEX acp_session_principal ON acp_session (principal, sequence);
CREATE INDEX acp_session_principal_cwd ON acp_session (principal, cwd_hash, sequence);
CREATE INDEX acp_session_tree ON acp_session (tree, fork_number);
CREATE INDEX acp_session_parent ON acp_session (parent, sequence) WHERE parent IS NOT NULL;
CREATE INDEX acp_session_origin ON acp_session (origin_place) WHERE origin_place IS NOT NULL;
CREATE INDEX acp_session_holder ON acp_session (lease_holder) WHERE lease_holder <> '';
CREATE UNIQUE INDEX acp_session_fork_key ON acp_session (origin_session, md5(fork_key)) WHERE fork_key IS NOT NULL;

CREATE TABLE acp_segment (
  id            bigint  PRIMARY KEY,
  tree          bigint  NOT NULL,
  parent_place  bigint,
  owner         text,
  length        integer NOT NULL,
  last_message  integer NOT NULL,
  last_sequence bigint  NOT NULL,
  has_messages  integer NOT NULL,
  checksum      integer NOT NULL,
  cut_at        integer           -- the index of the first node that was removed
) WITH (fillfactor = 80);
CREATE INDEX acp_segment_parent ON acp_segment (parent_place) WHERE parent_place IS NOT NULL;
CREATE INDEX acp_segment_owner ON acp_segment (owner, last_sequence) WHERE owner IS NOT NULL;

CREATE TABLE acp_message (
  place      bigint  PRIMARY KEY,
  kind       text    NOT NULL,
  tree       bigint  NOT NULL,
  message_id text,
  id_hash    integer,
  depth      integer NOT NULL,
  sequence   bigint  NOT NULL,
  created_at bigint  NOT NULL,
  checksum   integer NOT NULL,
  format     integer NOT NULL, -- of the content
  content    bytea   NOT NULL
);
CREATE INDEX acp_message_id ON acp_message (tree, id_hash) WHERE id_hash IS NOT NULL;
CREATE INDEX acp_message_rare ON acp_message (kind, place)
  WHERE kind NOT IN ('USER', 'AGENT', 'THOUGHT', 'TOOL', 'TURN_END');

CREATE TABLE acp_label (
  session text   NOT NULL,
  place   bigint NOT NULL,
  label   text   NOT NULL,
  PRIMARY KEY (session, place)
);
CREATE INDEX acp_label_place ON acp_label (place);
