package io.acp4j.client.internal.transcript;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.rpc.Registration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands changes to listeners, in order and one at a time.
 *
 * <p>Who brings an update waits until its changes have been handed over, so that a slow listener slows the agent and no more
 * than one update's changes wait. Who brings anything else does not wait while somebody hands over: it may be the thread
 * that a listener waits for.
 */
public final class Announcer {

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final List<SessionTranscript.ChangeListener> listeners = new CopyOnWriteArrayList<>();
    private final Queue<Noted> noted = new ConcurrentLinkedQueue<>();
    private final ReentrantLock handing = new ReentrantLock();

    private record Noted(TranscriptChange change, Conversation after) {}

    /** Adds a listener. */
    public Registration add(SessionTranscript.ChangeListener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Takes a change; called in the order of changes. */
    public void note(TranscriptChange change, Conversation after) {
        if (!listeners.isEmpty()) {
            noted.add(new Noted(change, after));
        }
    }

    /** Hands over what has been noted, unless another thread is doing so. */
    public void announce(boolean wait) {
        // A listener that brings changes itself has them handed over when it is done with this one.
        while (!noted.isEmpty() && !handing.isHeldByCurrentThread()) {
            if (wait) {
                handing.lock();
            } else if (!handing.tryLock()) {
                return;
            }
            try {
                handOver();
            } finally {
                handing.unlock();
            }
        }
    }

    private void handOver() {
        Noted next;
        while ((next = noted.poll()) != null) {
            for (SessionTranscript.ChangeListener listener : listeners) {
                hand(listener, next);
            }
        }
    }

    private static void hand(SessionTranscript.ChangeListener listener, Noted next) {
        try {
            listener.onChange(next.change(), next.after());
        } catch (Throwable e) {
            LOG.error("a listener of a transcript failed", e);
        }
    }
}
