package io.acp4j.proxy.internal.bridge.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Takes messages for the peers, in order, without waiting. */
@FunctionalInterface
public interface Sink {

    /** Sends a message and returns its size in bytes. */
    int send(Side to, ObjectNode message);
}
