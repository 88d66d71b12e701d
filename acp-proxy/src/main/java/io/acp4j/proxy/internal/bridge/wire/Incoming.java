package io.acp4j.proxy.internal.bridge.wire;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** A request of a peer that has no response yet. */
public final class Incoming {

    private final Side from;
    private final JsonNode id;
    private final String method;
    private final JsonNode params;
    boolean answered;

    @Nullable
    Outgoing passedOnAs;

    private @Nullable Runnable onCancel;

    Incoming(Side from, JsonNode id, String method, JsonNode params) {
        this.from = from;
        this.id = id;
        this.method = method;
        this.params = params;
    }

    public Side from() {
        return from;
    }

    JsonNode id() {
        return id;
    }

    public String method() {
        return method;
    }

    /** Returns the parameters as they came; a missing node when there are none. */
    public JsonNode params() {
        return params;
    }

    public boolean isAnswered() {
        return answered;
    }

    /** Has a cancellation of this request handled by the bridge itself; null passes it on. */
    public void onCancel(@Nullable Runnable action) {
        onCancel = action;
    }

    @Nullable
    Runnable onCancel() {
        return onCancel;
    }
}
