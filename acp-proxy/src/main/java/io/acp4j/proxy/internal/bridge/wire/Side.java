package io.acp4j.proxy.internal.bridge.wire;

/** One of the two peers of a bridge. */
public enum Side {
    CLIENT,
    AGENT;

    public Side other() {
        return this == CLIENT ? AGENT : CLIENT;
    }
}
