package io.acp4j.transport.http.internal.client;

import io.acp4j.schema.RequestId;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Responds in place of the server to the requests to which it does not respond any more. */
final class RequestFailures {

    private final OpenRequests pending;
    private final Consumer<byte[]> inbound;

    /** Creates it, with what gets the error responses. */
    RequestFailures(OpenRequests pending, Consumer<byte[]> inbound) {
        this.pending = pending;
        this.inbound = inbound;
    }

    /**
     * Fails a request that was refused.
     *
     * @param status the status of the response; 0 when the request was not sent
     */
    void fail(@Nullable RequestId request, String problem, int status, String body) {
        if (request != null && pending.remove(request) != null) {
            inbound.accept(
                    status == 0
                            ? ErrorResponse.ofReason(request, problem, "not_sent")
                            : ErrorResponse.ofStatus(request, problem, status, body));
        }
    }

    /** Fails a request for another reason. */
    void fail(@Nullable RequestId request, String problem, String reason) {
        if (request != null && pending.remove(request) != null) {
            inbound.accept(ErrorResponse.ofReason(request, problem, reason));
        }
    }

    /**
     * Fails a request that was to open a session whose stream cannot be opened.
     *
     * @param status the status with which the server refuses the stream; 0 when it does not respond
     * @param responded whether the request had a response, so that the session is open
     */
    void failUnread(RequestId request, int status, boolean responded) {
        String problem = (responded
                        ? "the agent has opened the session, but "
                        : "the agent has not opened the session yet, and ")
                + "the server opens no event stream for it, so nothing of it can be received";
        if (pending.remove(request) != null || responded) {
            inbound.accept(
                    status == 0
                            ? ErrorResponse.ofReason(request, problem, "stream_refused")
                            : ErrorResponse.ofStatus(request, problem + " (status " + status + ")", status, ""));
        }
    }

    /** Fails requests whose responses may have been lost with their stream. */
    void streamEnded(List<RequestId> owed) {
        String problem = "the event stream of the session ended before the response; it may have been executed";
        owed.forEach(request -> fail(request, problem, "stream_ended"));
    }
}
