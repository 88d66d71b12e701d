package io.acp4j.proxy.internal.bridge.wire;

import io.acp4j.rpc.internal.receipt.SentRequest;
import io.acp4j.schema.SessionId;
import org.jspecify.annotations.Nullable;

/** A request of the bridge to a peer. */
public final class Outgoing extends SentRequest {

    final Side to;
    final long id;
    final ResponseHandler handler;
    private final String method;
    private final @Nullable SessionId session;
    private volatile int bytes;

    Outgoing(Side to, long id, String method, @Nullable SessionId session, ResponseHandler handler) {
        this.to = to;
        this.id = id;
        this.method = method;
        this.session = session;
        this.handler = handler;
    }

    /** Records that the request has been sent. */
    void sent(int size) {
        bytes = size;
    }

    @Override
    public String methodName() {
        return method;
    }

    @Override
    public @Nullable SessionId session() {
        return session;
    }

    @Override
    public int bytes() {
        return bytes;
    }
}
