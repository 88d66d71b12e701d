package io.acp4j.agent.internal.session;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Refuses an ID that the application's supplier has already returned for the same session. A message with such an ID would become a part of
 * the earlier message. Thread-safe.
 */
final class UniqueMessageIds implements Supplier<MessageId> {

    /** Maximum number of remembered IDs; the oldest ones are dropped. */
    private static final int REMEMBERED = 1_000;

    private final SessionId session;
    private final Supplier<MessageId> ids;
    private final Set<MessageId> issued = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<MessageId, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    });

    UniqueMessageIds(SessionId session, Supplier<MessageId> ids) {
        this.session = session;
        this.ids = ids;
    }

    @Override
    public MessageId get() {
        MessageId id = Objects.requireNonNull(ids.get(), "the supplier of message ids returned null");
        boolean isNew;
        synchronized (issued) {
            isNew = issued.add(id);
        }
        if (!isNew) {
            throw new IllegalStateException("the supplier set with AcpAgentBuilder.messageIds returned the id " + id
                    + " again for session " + session + "; it must return an id that no other message has");
        }
        return id;
    }
}
