package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.internal.message.CancelRequest;
import io.acp4j.rpc.internal.message.Inbound;
import io.acp4j.rpc.internal.message.Routes;
import io.acp4j.rpc.internal.receipt.UnnamedResponse;
import io.acp4j.rpc.internal.text.PeerWarnings;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles input that cannot be read: responds to a damaged request under its ID, ends the request that a damaged response names, and reports
 * a notification as lost.
 *
 * <p>Called by the reading thread only.
 */
final class UnreadableInput {

    private final Engine engine;
    private final Routes routes;
    private final PeerWarnings warnings;
    private final Consumer<MessageLoss> onLoss;

    /** True after a response to input without an ID. */
    private boolean noiseAnswered;

    UnreadableInput(Engine engine, Routes routes, PeerWarnings warnings, Consumer<MessageLoss> onLoss) {
        this.engine = engine;
        this.routes = routes;
        this.warnings = warnings;
        this.onLoss = onLoss;
    }

    void take(Inbound.Refused refused, int length) {
        warnings.warn(log(), "refused a message of {} bytes: {}", length, refused.description());
        noteRefusal();
        Envelope beginning = refused.beginning();
        if (beginning != null && isNotification(beginning)) {
            lost(beginning, refused.description());
        } else if (refused.error() != null) {
            answer(refused.id(), refused.error(), beginning);
        }
        if (beginning != null && beginning.kind() == Envelope.Kind.UNKNOWN) {
            suspect(beginning.id(), refused.description());
        }
    }

    void take(Inbound.Unnamed unnamed) {
        warnings.warn(log(), "received {}", unnamed.description());
        noteRefusal();
        engine.unnamedResponses.take(new UnnamedResponse(unnamed.error(), unnamed.description()), warnings);
    }

    void take(FrameError fault) {
        warnings.warn(log(), "unreadable input after byte {}: {}", fault.position(), fault.problem());
        noteRefusal();
        Envelope message = fault.beginning();
        if (message != null && message.kind() == Envelope.Kind.RESPONSE) {
            endRequest(message.id(), fault.problem());
        } else if (message != null && isNotification(message)) {
            lost(message, fault.problem());
        } else {
            Envelope unknown = message != null && message.kind() == Envelope.Kind.UNKNOWN ? message : null;
            RequestId id = message == null || unknown != null ? null : message.id();
            answer(id == null ? RequestId.Null.INSTANCE : id, errorOf(fault), message);
            if (unknown != null) {
                suspect(unknown.id(), fault.problem());
            }
        }
    }

    private void suspect(@Nullable RequestId id, String problem) {
        UnnamedResponse message = new UnnamedResponse(null, "a message that cannot be read: " + problem);
        engine.unnamedResponses.suspect(id, message, warnings);
    }

    private boolean isNotification(Envelope message) {
        String method = message.method();
        return message.id() == null
                && method != null
                && (method.equals(CancelRequest.METHOD) || routes.notification(method) != null);
    }

    /** Reports a notification as lost. A lost cancellation leaves no gap in what the peer has sent. */
    private void lost(Envelope notification, String problem) {
        if (!CancelRequest.METHOD.equals(notification.method())) {
            onLoss.accept(new MessageLoss(notification.session(), problem));
        }
    }

    private static ErrorObject errorOf(FrameError fault) {
        RawJson data = fault.maxBytes() == 0
                ? null
                : RawJson.of(Map.of("reason", InboundCall.TOO_LARGE, "maxBytes", fault.maxBytes()));
        return new ErrorObject(ErrorCode.PARSE_ERROR, "Parse error: " + fault.problem(), data);
    }

    private void endRequest(@Nullable RequestId id, String problem) {
        if (id == null || id instanceof RequestId.Null) {
            UnnamedResponse response = new UnnamedResponse(null, "a response that cannot be read: " + problem);
            engine.unnamedResponses.take(response, warnings);
            return;
        }
        OutboundCall<?> call = engine.calls.findDamaged(id);
        if (call != null) {
            engine.responses.take(new Inbound.Response(id, call, null, null, problem), 0);
        }
    }

    /**
     * Responds to unreadable input. The side that opens the connection responds once to input without an ID and a method: a program
     * that prints to its standard output may read none of the responses.
     */
    private void answer(RequestId id, ErrorObject error, @Nullable Envelope beginning) {
        boolean isCall = beginning != null && beginning.kind() != Envelope.Kind.UNKNOWN;
        boolean isNoise =
                !isCall && id instanceof RequestId.Null && error.code().equals(ErrorCode.PARSE_ERROR);
        if (isNoise && routes.opensWith() != null) {
            if (noiseAnswered) {
                return;
            }
            noiseAnswered = true;
        }
        engine.outbox.sendFromReader(engine.frames.error(id, error));
    }

    private void noteRefusal() {
        if (engine.connectionListeners != null) {
            engine.connectionListeners.refused();
        }
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(UnreadableInput.class);
    }
}
