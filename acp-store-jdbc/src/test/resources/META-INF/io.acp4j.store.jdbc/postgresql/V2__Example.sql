-- A change that a later version could make; for tests.
CREATE TABLE acp_example AS SELECT sequence FROM acp_session;
