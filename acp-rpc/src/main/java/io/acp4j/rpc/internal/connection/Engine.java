package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.ConnectionObserver;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.dialect.OrderedConnection;
import io.acp4j.rpc.internal.lane.InboundBudget;
import io.acp4j.rpc.internal.lane.Lanes;
import io.acp4j.rpc.internal.message.CancelRequest;
import io.acp4j.rpc.internal.message.Frames;
import io.acp4j.rpc.internal.message.Routes;
import io.acp4j.rpc.internal.receipt.UnnamedResponseRule;
import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.rpc.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The parts of one connection that its two directions and its end share, and how they are put together. */
public final class Engine implements ConnectionObserver.Load {

    /** How many pooled threads there may be beyond one for each request in flight, for lanes. */
    private static final int LANE_THREADS = 1024;

    /** How long the response to a request that was given up is awaited where its arrival matters. */
    private static final long GIVEN_UP_MILLIS = 60_000;

    final ConnectionOptions options;
    final Transport transport;
    final Frames frames;
    final Outbox outbox;
    final InboundBudget budget;
    final WorkerThreads threads;
    final Lanes lanes;
    final OutboundCalls calls;
    final InboundCalls served;
    final Timers timers;
    final Responses responses;
    final RequestTimeLimits timeLimits;
    final UnnamedResponseRule<OutboundCall<?>> unnamedResponses;
    final @Nullable ConnectionListeners connectionListeners;
    /** How messages are sent from now on. */
    volatile Dialect dialect = Dialect.AS_DECLARED;

    private Engine(Transport transport, Routes routes, ConnectionOptions options) {
        this.options = options;
        this.transport = transport;
        this.connectionListeners = options.observers().isEmpty() ? null : new ConnectionListeners();
        this.frames = new Frames(listeners(), options.maxOutboundMessageBytes());
        this.outbox = new Outbox(transport);
        this.budget = new InboundBudget(options.maxQueuedInboundBytes(), this::giveUpWaits);
        this.threads = new WorkerThreads("acp-handler-", options.maxInboundRequests() + LANE_THREADS);
        this.lanes = new Lanes(threads, budget);
        this.calls = new OutboundCalls(options.maxOutboundRequests(), lanes);
        this.served = new InboundCalls(options.maxInboundRequests());
        this.timeLimits = new RequestTimeLimits(options, routes, calls, served);
        this.timers = new Timers(threads);
        this.responses = new Responses(calls, lanes, timers, threads);
        this.unnamedResponses = new UnnamedResponseRule<>(new UnnamedResponses(this), calls.signs());
    }

    /**
     * Opens a connection.
     *
     * @param transport an unused transport
     * @param routes who handles what arrives
     * @param options limits, time-outs and listeners
     * @return the connection, already reading
     */
    public static OrderedConnection open(Transport transport, Routes routes, ConnectionOptions options) {
        Engine engine = new Engine(transport, routes, options);
        Shutdown shutdown = new Shutdown(engine);
        OrderedConnection connection = new DefaultConnection(engine, shutdown);
        Inbox inbox = new Inbox(engine, shutdown, routes, connection);
        if (engine.connectionListeners != null) {
            engine.connectionListeners.open(options.observers(), engine);
        }
        shutdown.watchTransport();
        transport.start(inbox);
        return connection;
    }

    private List<WireListener> listeners() {
        if (connectionListeners == null) {
            return options.listeners();
        }
        List<WireListener> listeners = new ArrayList<>(options.listeners());
        listeners.add(connectionListeners);
        return List.copyOf(listeners);
    }

    /** Ends the requests that handlers wait for, whose responses lie behind more messages than may be queued. */
    private void giveUpWaits() {
        for (OutboundCall<?> call : calls.awaitedByHandlers()) {
            LoggerFactory.getLogger(Engine.class)
                    .warn(
                            "cancelled {}: its response lies behind more messages than may wait for handlers",
                            call.methodName());
            threads.execute(() -> {
                abandon(call);
                call.fail(new RequestCancelledException(
                        "given up: the response to " + call.methodName()
                                + " lies behind more messages than may wait for handlers",
                        null));
            });
        }
    }

    /** Ends a request that nobody waits for any more and tells the peer so. */
    void abandon(OutboundCall<?> call) {
        if (calls.giveUp(call)) {
            if (calls.isRemembered(call)) {
                call.remembered(timers.after(GIVEN_UP_MILLIS, () -> responses.giveUpOn(call)));
                if (!calls.isRemembered(call)) { // Its response has just come.
                    call.forgotten();
                }
            }
            outbox.sendLater(
                    frames.call(null, CancelRequest.METHOD, CancelRequest.CODEC, new CancelRequest(call.id())));
        }
    }

    @Override
    public int inboundRequests() {
        return served.unanswered();
    }

    @Override
    public int outboundRequests() {
        return calls.size();
    }

    @Override
    public long queuedInboundBytes() {
        return budget.queued();
    }

    @Override
    public long queuedOutboundBytes() {
        return transport.queuedBytes();
    }
}
