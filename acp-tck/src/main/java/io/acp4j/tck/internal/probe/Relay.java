package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.wire.WireListener;
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
            owner.received(bytes, complete);
        }
    }

    @Override
    public synchronized void remarked(byte[] line) {
        if (owner != null) {
            owner.remarked(line);
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
