-- Whose a session is; empty for the one principal that all are who are not authenticated.
ALTER TABLE acp_session ADD COLUMN principal text NOT NULL DEFAULT '';
CREATE INDEX acp_session_principal ON acp_session (principal, sequence);
CREATE INDEX acp_session_principal_cwd ON acp_session (principal, cwd_hash, sequence);
