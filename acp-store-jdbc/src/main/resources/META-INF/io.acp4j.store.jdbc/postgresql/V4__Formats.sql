-- In which format attributes and contents are stored; all from before there was this column are in the first one.
ALTER TABLE acp_session ADD COLUMN format integer NOT NULL DEFAULT 1;
ALTER TABLE acp_message ADD COLUMN format integer NOT NULL DEFAULT 1;
