package io.acp4j.agent.internal.session;

import io.acp4j.schema.SessionId;

/** The sessions of an agent that exist whether or not they are open on a connection. */
@FunctionalInterface
public interface KnownSessions {

    /** Returns whether there is such a session, and a principal may know of it. */
    boolean isKnown(SessionId id, String principal);
}
