-- The column says what the library calls it.
ALTER TABLE acp_segment RENAME COLUMN fertile TO has_messages;
