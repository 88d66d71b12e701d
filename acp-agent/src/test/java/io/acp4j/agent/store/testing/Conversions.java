package io.acp4j.agent.store.testing;

import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoredSession;
import java.util.Map;

/** Rows as other versions of this library would have written them. */
public final class Conversions {

    private Conversions() {}

    /** Returns a session in another format, with other attributes. */
    public static StoredSession of(StoredSession session, int format, Map<String, SessionAttribute> attributes) {
        return session.toBuilder().format(format).attributes(attributes).build();
    }
}
