package io.acp4j.rpc.internal.message;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonCodec;
import org.jspecify.annotations.Nullable;

/** What the reader of a response must know of the request that it ends. */
public interface PendingCall {

    /** Returns the codec of the result. */
    JsonCodec<?> resultCodec();

    /** Returns the session that the request is about; null when it is about none. */
    @Nullable
    SessionId session();
}
