package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.handler.CancellationSource;
import io.acp4j.rpc.internal.handler.RequestFallback;
import io.acp4j.rpc.internal.lane.InboundBudget;
import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.internal.lane.Lanes;
import io.acp4j.rpc.internal.message.FrameDecoder;
import io.acp4j.rpc.internal.message.FrameTooLargeException;
import io.acp4j.rpc.internal.message.Inbound;
import io.acp4j.rpc.internal.message.Opening;
import io.acp4j.rpc.internal.message.ParamsMeta;
import io.acp4j.rpc.internal.message.Routes;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.internal.text.PeerWarnings;
import io.acp4j.rpc.internal.transport.PacedListener;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what arrives: decodes it on the reading thread and puts it where it is handled. No code of the application runs on
 * the reading thread.
 */
final class Inbox implements PacedListener, InboundCall.Responder {

    private static final ErrorObject NO_ID =
            ErrorObject.of(ErrorCode.INVALID_REQUEST, "Invalid request: /id: a request needs an id that is not null");

    private final Connection connection;
    private final Shutdown shutdown;
    private final Routes routes;
    private final Gate gate;
    private final Engine engine;
    private final Lanes lanes;
    private final InboundBudget budget;
    private final Outbox outbox;
    private final InboundCalls served;
    private final PeerWarnings warnings = new PeerWarnings();
    private final @Nullable ConnectionListeners connectionListeners;
    private final NotificationDispatcher notifications;
    private final UnreadableInput unreadable;
    private volatile FrameDecoder decoder;

    Inbox(Engine engine, Shutdown shutdown, Routes routes, Connection connection) {
        this.connection = connection;
        this.shutdown = shutdown;
        this.routes = routes;
        this.gate = new Gate(routes.openedBy());
        this.engine = engine;
        this.lanes = engine.lanes;
        this.budget = engine.budget;
        this.outbox = engine.outbox;
        this.served = engine.served;
        this.connectionListeners = engine.connectionListeners;
        this.notifications = new NotificationDispatcher(engine, shutdown, routes, gate, connection, warnings);
        this.unreadable = new UnreadableInput(engine, routes, warnings, notifications::lost);
        ConnectionOptions options = engine.options;
        this.decoder = new FrameDecoder(
                JsonReader.factory(options.maxDepth(), options.maxStringLength()),
                routes,
                engine.calls::find,
                new OmissionReporter(connectionListeners));
    }

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        engine.frames.observe(WireListener.Direction.INBOUND, buffer, offset, length);
        Inbound message = decoder.decode(buffer, offset, length);
        if (message instanceof Inbound.Call call && call.session() != null) {
            engine.calls.signs().heardOf(call.session());
        }
        if (message instanceof Inbound.Call notification && notification.id() == null) {
            notifications.take(notification, length);
            return message.envelope();
        }
        lanes.startHeld();
        if (message instanceof Inbound.Call call && call.id() != null) {
            onRequest(call, call.id(), length, listeners(call, call.id(), buffer, offset, length));
        } else if (message instanceof Inbound.Response response) {
            engine.unnamedResponses.learnLimit(response.error());
            if (response.result() != null) {
                engine.timeLimits.noteSession(response.result());
            }
            engine.responses.take(selecting(response), length);
        } else if (message instanceof Inbound.Refused refused) {
            unreadable.take(refused, length);
        } else if (message instanceof Inbound.Unnamed unnamed) {
            unreadable.take(unnamed);
        }
        return message.envelope();
    }

    /** Selects the dialect of all that comes behind the response to the request with which this side opens the connection. */
    private Inbound.Response selecting(Inbound.Response response) {
        Opening<?> opening = routes.opensWith();
        if (opening == null
                || response.result() == null
                || !(response.call() instanceof OutboundCall<?> call)
                || !opening.isBy(call.methodName())) {
            return response;
        }
        try {
            speak(opening.select(response.result()));
            return response;
        } catch (RuntimeException e) {
            log().error("no dialect could be selected for the response to {}", call.methodName(), e);
            return new Inbound.Response(response.id(), call, null, null, "it selects no dialect");
        }
    }

    private void speak(Dialect dialect) {
        decoder = decoder.in(routes.in(dialect));
        engine.dialect = dialect;
    }

    /** Only for want of room; and a wire listener may do what takes time, such as writing to a file. */
    @Override
    public boolean mayBlock() {
        return budget.isUsedUp() || !engine.options.listeners().isEmpty();
    }

    @Override
    public void onPause() {
        lanes.pause();
    }

    @Override
    public void whenIdle(Runnable action) {
        shutdown.whenIdle(action);
    }

    @Override
    public void onFault(FrameError fault) {
        lanes.startHeld();
        unreadable.take(fault);
    }

    @Override
    public void onLoss(MessageLoss loss) {
        lanes.startHeld();
        warnings.warn(log(), "messages were lost: {}", loss.problem());
        notifications.lost(loss);
    }

    private @Nullable RequestListeners listeners(
            Inbound.Call call, RequestId id, byte[] buffer, int offset, int length) {
        return connectionListeners == null
                ? null
                : connectionListeners.incoming(
                        new ConnectionListener.Request(call.method(), id, call.session()),
                        ParamsMeta.of(buffer, offset, length));
    }

    private void onRequest(Inbound.Call message, RequestId id, int bytes, @Nullable RequestListeners listeners) {
        InboundCall call = new InboundCall(
                id,
                message.method(),
                message.session(),
                engine.timeLimits.isKnown(message.session()),
                connection,
                engine.frames,
                this,
                new CancellationSource(engine.threads),
                listeners);
        Opening<?> opening = gate.openedBy(message.method());
        // Before a dialect is selected, parameters say nothing: they are read as those of another dialect perhaps.
        boolean isEarly = opening == null && gate.isShut();
        boolean opens = opening != null && gate.mayBegin(engine.dialect);
        if (opening == null && !isEarly) {
            gate.use();
        }
        if (message.fault() != null && !isEarly) {
            refuse(call, message.fault());
            return;
        }
        if (isWithoutId(id, engine.dialect)) {
            refuse(call, NO_ID);
            return;
        }
        if (opening == null ? gate.isShut() : gate.isOpen() && !opens) {
            refuse(call, (opening == null ? gate.notOpen() : Gate.alreadyOpen()).error());
            return;
        }
        Dialect selected = null;
        if (opening != null && opens) {
            selected = select(opening, call, message);
            if (selected == null) {
                return;
            }
            if (isWithoutId(id, selected)) {
                refuse(call, NO_ID);
                return;
            }
        }
        Runnable work = opening != null && selected == null ? () -> call.fail(Gate.alreadyOpen()) : work(call, message);
        if (work == null && !gate.isOpen()) {
            work = () -> call.fail(AcpErrorException.methodNotFound(message.method()));
        }
        if (work == null) {
            refuse(call, AcpErrorException.methodNotFound(message.method()).error());
            return;
        }
        ErrorObject refusal = served.begin(call);
        if (refusal != null) {
            warnings.warn(log(), "refused request {}: {}", LogText.of(message.method()), refusal.message());
            refuse(call, refusal);
            return;
        }
        boolean blocks = !(message.route() instanceof Routes.RequestRoute<?, ?> route) || route.blocks();
        int cost = budget.acquire(bytes);
        Lane.Item item = new Lane.Item(work, cost, blocks, true);
        if (selected != null) {
            gate.begin(call);
            speak(selected);
        }
        if (selected != null || gate.isOpen()) {
            enter(lanes.of(message.session()), item);
            return;
        }
        Lane.Item refused = new Lane.Item(() -> call.fail(gate.notOpen()), cost, true, true);
        enter(new Gate.Waiting(message.session(), item, refused));
    }

    private static boolean isWithoutId(RequestId id, Dialect dialect) {
        return id instanceof RequestId.Null && !dialect.takesNullIds();
    }

    /** Selects the dialect of all that comes behind a request which opens the connection; null when it has been refused. */
    private @Nullable Dialect select(Opening<?> opening, InboundCall call, Inbound.Call message) {
        try {
            Dialect selected = opening.select(Objects.requireNonNull(message.params()));
            if (gate.isOpen() && !selected.equals(engine.dialect)) {
                throw Gate.alreadyOpen();
            }
            return selected;
        } catch (AcpErrorException e) {
            refuse(call, e.error());
        } catch (RuntimeException e) {
            log().error("no dialect could be selected for {}", LogText.of(message.method()), e);
            refuse(call, ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error"));
        }
        return null;
    }

    private void enter(Gate.Waiting call) {
        Lane.Item now = gate.admit(call);
        if (now != null) {
            enter(lanes.of(call.session()), now);
        }
    }

    private void enter(Lane lane, Lane.Item item) {
        boolean mayHaveToWait = item.overtakes() && !lane.isIdle();
        lane.add(item);
        if (mayHaveToWait) {
            overtakeLater(lane, item);
        }
    }

    /** The response may open the connection. */
    @Override
    public void settle(InboundCall call, boolean succeeded) {
        gate.settle(
                call,
                succeeded,
                () -> speak(Dialect.AS_DECLARED),
                (waiting, admitted) ->
                        enter(lanes.join(waiting.session()), admitted ? waiting.admitted() : waiting.refused()));
    }

    /** Refuses a request that nobody gets to serve. */
    private void refuse(InboundCall call, ErrorObject error) {
        outbox.sendFromReader(engine.frames.error(call.id(), error));
        call.ended(Outcomes.error(error.code()));
    }

    /** Begins a request out of its turn when the handler before it seems to wait for the peer by way of other threads. */
    private void overtakeLater(Lane lane, Lane.Item request) {
        engine.timers.after(Responses.NESTED_GRACE_MILLIS, () -> {
            if (lane.mayAwaitPeer()) {
                lane.overtake(request);
            } else if (!request.isTaken()) {
                overtakeLater(lane, request);
            }
        });
    }

    private @Nullable Runnable work(InboundCall call, Inbound.Call message) {
        if (message.route() instanceof Routes.RequestRoute<?, ?> route) {
            return () -> serve(call, route, message.params());
        }
        RequestFallback fallback = routes.requestFallback();
        if (fallback == null) {
            routes.unhandled().onRequest(message.method());
            return null;
        }
        RawJson params = (RawJson) message.params();
        AsyncRequestHandler<RawJson, RawJson, RequestContext> handler =
                (same, context) -> CompletableFuture.completedFuture(fallback.handle(call.method(), params, context));
        return () -> call.serve(handler, RawJson.NULL, RawJson.CODEC);
    }

    @SuppressWarnings("unchecked") // the decoder has read the parameters with the codec of this very route
    private static <P, R> void serve(InboundCall call, Routes.RequestRoute<P, R> route, @Nullable Object params) {
        call.serve(
                route.handler(),
                (P) Objects.requireNonNull(params),
                route.method().result());
    }

    @Override
    public boolean respond(InboundCall call, OutboundFrame frame) {
        engine.timeLimits.restart(call);
        served.forget(call);
        try {
            return outbox.sendSurely(frame);
        } catch (Throwable e) {
            log().error(
                            "the result of {} cannot be written; the peer gets an internal error",
                            LogText.of(call.method()),
                            e);
            outbox.sendSurely(engine.frames.error(call.id(), unwritten(e)));
            return false;
        }
    }

    private static ErrorObject unwritten(Throwable failure) {
        FrameTooLargeException tooLarge = FrameTooLargeException.in(failure);
        return tooLarge == null
                ? ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error")
                : new ErrorObject(
                        ErrorCode.INTERNAL_ERROR,
                        "Internal error: the response is larger than the limit of " + tooLarge.maxBytes() + " bytes",
                        RawJson.of(Map.of("reason", InboundCall.TOO_LARGE)));
    }

    @Override
    public void keepOpenUntil(CompletionStage<?> end) {
        served.holdWaiting();
        var unused = end.whenComplete((done, failure) -> {
            served.waitsNoMore();
            shutdown.responded();
        });
    }

    @Override
    public boolean isEnded() {
        return shutdown.isSilent();
    }

    @Override
    public RequestOutcome unsent() {
        return shutdown.endReason() == null ? Outcomes.FAILED : Outcomes.CLOSED;
    }

    @Override
    public void responded() {
        shutdown.responded();
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        lanes.startHeld();
        shutdown.inputEnded(reason, canSend);
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(Inbox.class);
    }
}
