package io.acp4j.proxy.internal.bridge.wire;

import com.fasterxml.jackson.databind.JsonNode;

/** Decides what becomes of a message. Called for one message at a time. */
public interface Translator {

    void request(Incoming request);

    /** Takes a notification; the parameters are a missing node when there are none. */
    void notification(Side from, String method, JsonNode params);

    /** Is told that a peer has gone, before its requests in flight fail. */
    void ended(Side side);
}
