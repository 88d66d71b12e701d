package io.acp4j.rpc.internal.message;

import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.ObjectCodec;

/**
 * The parameters of {@code $/cancel_request}, the one method that belongs to every version of the protocol.
 *
 * @param requestId the request that is no longer wanted
 */
public record CancelRequest(RequestId requestId) {

    public static final String METHOD = "$/cancel_request";

    public static final ObjectCodec<CancelRequest> CODEC = ObjectCodec.of("CancelRequestNotification", type -> {
        var requestId = type.required("requestId", RequestId.CODEC, CancelRequest::requestId);
        return in -> new CancelRequest(in.get(requestId));
    });
}
