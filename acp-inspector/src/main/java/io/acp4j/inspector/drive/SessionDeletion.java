package io.acp4j.inspector.drive;

import io.acp4j.schema.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session that was deleted.
 *
 * @param name its name in the tree
 * @param next the key of the session to show instead; null if none is left
 * @param children the sessions that were listed under it
 */
record SessionDeletion(String name, @Nullable String next, List<SessionId> children) {}
