package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.protocol.RequestChecks;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.agent.tree.SessionTitles;
import io.acp4j.schema.SessionId;

/** The titles that clients give to stored sessions. */
public final class StoredTitles {

    private StoredTitles() {}

    /** Stores a title as one line and returns it as it is stored. */
    static String set(Conversations conversations, SessionId id, String title) {
        String stored = SessionTitles.oneLine(title, SessionTitles.MAX_LENGTH);
        if (stored.isEmpty()) {
            throw RequestChecks.invalid("empty", "/params/title", "expected a title that says something");
        }
        conversations.title(id, stored);
        return stored;
    }
}
