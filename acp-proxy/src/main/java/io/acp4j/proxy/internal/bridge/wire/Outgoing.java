package io.acp4j.proxy.internal.bridge.wire;

/** A request of the bridge to a peer. */
public final class Outgoing {

    final Side to;
    final long id;
    final ResponseHandler handler;

    Outgoing(Side to, long id, ResponseHandler handler) {
        this.to = to;
        this.id = id;
        this.handler = handler;
    }
}
