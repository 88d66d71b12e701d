package io.acp4j.agent;

import io.acp4j.agent.tree.Conversations;
import io.acp4j.schema.SessionId;

/** The titles that clients give to stored sessions. */
final class StoredTitles {

    /** The longest title, in characters; what is beyond is cut off. */
    static final int MAX_LENGTH = 1000;

    private StoredTitles() {}

    /** Stores a title without the white space around it and gives it as it is stored. */
    static String set(Conversations conversations, SessionId id, String title) {
        String stripped = title.strip();
        if (stripped.isEmpty()) {
            throw RequestChecks.invalid("empty", "/params/title", "expected a title that says something");
        }
        String stored = shortened(stripped);
        conversations.title(id, stored);
        return stored;
    }

    private static String shortened(String title) {
        if (title.length() <= MAX_LENGTH) {
            return title;
        }
        int end = Character.isHighSurrogate(title.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
        return title.substring(0, end).strip();
    }
}
