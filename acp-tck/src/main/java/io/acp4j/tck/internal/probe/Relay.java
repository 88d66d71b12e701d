package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.wire.WireListener;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands what comes over a connection to the scenario that has it. What comes while nobody has it makes it useless. */
final class Relay implements WireListener {

    private @Nullable WireListener owner;
    private boolean spoiled;

    Relay(WireListener owner) {
        this.owner = owner;
    }

    /** Passes the connection on; false when it is of no use any more. */
    synchronized boolean attach(WireListener next) {
        owner = next;
        return !spoiled;
    }

    synchronized void detach() {
        owner = null;
    }

    @Override
    public synchronized void received(byte[] bytes, boolean complete) {
        if (owner == null) {
            spoiled = true;
        } else {
            guard(owner, listener -> listener.received(bytes, complete));
        }
    }

    @Override
    public synchronized void unfinished(int bytes) {
        if (owner != null) {
            owner.unfinished(bytes);
        }
    }

    @Override
    public synchronized void remarked(byte[] line) {
        if (owner != null) {
            guard(owner, listener -> listener.remarked(line));
        }
    }

    /** Ends the connection if a message cannot be handled. Data from a peer must never end the reader thread or the run. */
    private void guard(WireListener listener, Consumer<WireListener> delivery) {
        try {
            delivery.accept(listener);
        } catch (RuntimeException | StackOverflowError e) {
            spoiled = true;
            listener.ended("a message of the subject cannot be handled: " + e);
        }
    }

    @Override
    public synchronized void ended(String reason) {
        spoiled = true;
        if (owner != null) {
            owner.ended(reason);
        }
    }
}
