package io.acp4j.client.internal.session;

import io.acp4j.client.ClientSession;
import io.acp4j.client.HostSessions;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows host services the sessions, which exist only once the client is connected. */
public final class HostLink implements HostSessions {

    private static final Logger LOG = LoggerFactory.getLogger(HostLink.class);

    private final List<Consumer<SessionId>> endListeners = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<SessionId, SessionUpdate>> updateListeners = new CopyOnWriteArrayList<>();
    private final List<Runnable> closeListeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Sessions sessions;

    /** Starts to look into the sessions of a client. */
    public void bind(Sessions known) {
        sessions = known;
    }

    @Override
    public @Nullable ClientSession find(SessionId id) {
        Sessions known = sessions;
        return known == null ? null : known.findSetUp(id);
    }

    @Override
    public @Nullable ClientSession findMentioned(SessionId id) {
        Sessions known = sessions;
        return known == null ? null : known.findMentioned(id);
    }

    @Override
    public void onEnd(Consumer<SessionId> listener) {
        endListeners.add(listener);
    }

    @Override
    public void onUpdate(BiConsumer<SessionId, SessionUpdate> listener) {
        updateListeners.add(listener);
    }

    @Override
    public void onClosed(Runnable listener) {
        closeListeners.add(listener);
    }

    /** Passes on that a session is no more. */
    public void ended(SessionId id) {
        for (Consumer<SessionId> listener : endListeners) {
            guarded(() -> listener.accept(id));
        }
    }

    /** Passes on an update. */
    public void updated(SessionId id, SessionUpdate update) {
        for (BiConsumer<SessionId, SessionUpdate> listener : updateListeners) {
            guarded(() -> listener.accept(id, update));
        }
    }

    /** Passes on that the connection is no more. */
    public void closed() {
        closeListeners.forEach(HostLink::guarded);
    }

    private static void guarded(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException e) {
            LOG.error("a host service's listener failed", e);
        }
    }
}
