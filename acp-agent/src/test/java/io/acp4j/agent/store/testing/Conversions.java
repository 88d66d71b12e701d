package io.acp4j.agent.store.testing;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.StoredSession;
import java.util.Map;

/** Rows as other versions of this library would have written them. */
public final class Conversions {

    private Conversions() {}

    /** Returns a session in another format, with other attributes. */
    public static StoredSession of(StoredSession session, int format, Map<String, Attribute> attributes) {
        return new StoredSession(
                session.id(),
                session.principal(),
                session.tree(),
                session.sequence(),
                session.cwd(),
                session.additionalDirectories(),
                session.title(),
                session.label(),
                session.parent(),
                session.origin(),
                session.head(),
                session.turn(),
                attributes,
                format,
                session.forkKey(),
                session.lease(),
                session.createdAt(),
                session.updatedAt(),
                session.version());
    }
}
