-- The number in the title of a fork, which is free again when the fork is deleted. The count in acp_tree is that of version 1.
ALTER TABLE acp_session ADD COLUMN fork_number INTEGER NOT NULL DEFAULT 0;
CREATE INDEX acp_session_tree ON acp_session (tree, fork_number);

-- Trees that no session belongs to any more; from now on they go with their last session.
DELETE FROM acp_tree WHERE NOT EXISTS (SELECT 1 FROM acp_session WHERE acp_session.tree = acp_tree.id);
