package io.acp4j.proxy.internal.relay;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.RawJson;
import java.io.UncheckedIOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fails the request of a message that a transport has refused to send, for example because it is too long. */
final class RefusedMessageResponder {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedMessageResponder.class);

    private final Relay relay;

    RefusedMessageResponder(Relay relay) {
        this.relay = relay;
    }

    /** Responds to a request in place of its target, or replaces a response by an error. */
    void refused(Hop to, Envelope message, UncheckedIOException cause) {
        to.warnings()
                .warn(LOG, "a message was not passed on to the {}: {}", to.name(), String.valueOf(cause.getMessage()));
        RequestId id = message.id();
        if (id == null) {
            return;
        }
        ErrorObject error = new ErrorObject(
                ErrorCode.INTERNAL_ERROR,
                "The message cannot be passed on to the " + to.name() + ": " + cause.getMessage(),
                RawJson.of(Map.of("reason", "message_not_sent", "component", to.name())));
        if (message.kind() == Envelope.Kind.REQUEST) {
            Pending request = to.end(id);
            if (request != null) {
                relay.forwarder().answer(request, error);
            }
            return;
        }
        relay.forwarder().answer(to, id, RequestId.CODEC.encode(id), error);
    }
}
