package io.acp4j.agent.internal.session;

import io.acp4j.schema.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;

/** The sessions that others have taken over, so that a later request for one is refused with the reason. */
final class TakenSessions {

    /** How many are remembered; the oldest is forgotten first. */
    private static final int MAX_TAKEN = 1024;

    private final Map<SessionId, Boolean> taken = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionId, Boolean> eldest) {
            return size() > MAX_TAKEN;
        }
    };

    synchronized void add(SessionId id) {
        taken.put(id, true);
    }

    synchronized void remove(SessionId id) {
        taken.remove(id);
    }

    synchronized boolean contains(SessionId id) {
        return taken.containsKey(id);
    }
}
