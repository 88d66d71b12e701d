package io.acp4j.transport.ws.internal.jakarta;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.transport.CloseReason.Kind;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.CloseText;
import io.acp4j.transport.ws.internal.Fault;
import io.acp4j.transport.ws.internal.KeepAlive;
import io.acp4j.transport.ws.internal.Wire;
import io.acp4j.transport.ws.internal.WireTransport;
import jakarta.websocket.CloseReason;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A WebSocket that a container looks after. Its session's handlers are called by one thread at a time. */
public final class SessionWire implements Wire {

    /** From here on codes are those of libraries and applications. */
    private static final int FIRST_CODE_OF_APPLICATIONS = 3000;

    private static final Logger LOG = LoggerFactory.getLogger(SessionWire.class);

    private final Session session;
    private final SessionSettings settings;
    private final WsLimits limits;
    private final WireTransport transport;
    private final SessionReader reader;
    private final SessionWriter writer;
    private final KeepAlive watch;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition readable = lock.newCondition();
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean held;
    private volatile boolean discarding;
    private volatile boolean gone;
    private volatile int finishCode;
    private volatile String finishText = "";
    private volatile @Nullable Throwable failure;

    /** Creates the wire of a session that has just been opened. */
    public SessionWire(Session session, SessionSettings settings) {
        this.session = session;
        this.settings = settings;
        this.limits = settings.limits();
        Runnable refused = settings.requiresInitialize() ? this::refuseFirstMessage : null;
        this.transport = new WireTransport(
                this,
                settings.executor(),
                limits.maxQueuedBytes(),
                limits.maxMessageBytes(),
                limits.closeTimeout().toMillis(),
                refused);
        this.watch = new KeepAlive(
                new KeepAlive.Times(
                        limits.keepAliveInterval(),
                        limits.keepAliveTimeout(),
                        limits.slowReaderTimeout(),
                        limits.idleTimeout()),
                new Watched(),
                System::nanoTime);
        this.reader = new SessionReader(limits.maxMessageBytes(), new Received());
        this.writer = new SessionWriter(
                session.getAsyncRemote(),
                this::elsewhere,
                transport.outbound()::take,
                watch::message,
                () -> closeSession(finishCode, finishText),
                this::sendingFailed);
    }

    public WireTransport transport() {
        return transport;
    }

    /** Takes the session's messages from now on. */
    public void open() {
        // Both are watched here, so that the reasons and codes are the same in every container.
        session.setMaxIdleTimeout(0);
        session.getAsyncRemote().setSendTimeout(0);
        session.addMessageHandler(String.class, (MessageHandler.Partial<String>) this::onText);
        session.addMessageHandler(ByteBuffer.class, (MessageHandler.Partial<ByteBuffer>) this::onBinary);
        session.addMessageHandler(PongMessage.class, pong -> watch.alive());
        tick();
    }

    private void tick() {
        long millis = TimeUnit.NANOSECONDS.toMillis(watch.periodNanos());
        if (millis > 0) {
            later(
                    () -> {
                        if (!gone && !discarding) {
                            watch.look();
                            tick();
                        }
                    },
                    millis);
        }
    }

    @Override
    public void write(boolean here) {
        writer.wake();
    }

    @Override
    public void later(Runnable action, long millis) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, Runnable::run)
                .execute(() -> elsewhere(action));
    }

    /** Runs something on a thread that it may hold. */
    private void elsewhere(Runnable action) {
        try {
            settings.executor().execute(action);
        } catch (RejectedExecutionException e) {
            LOG.debug("The executor of a WebSocket has ended before it", e);
            action.run();
        }
    }

    // Reading.

    private void onText(String part, boolean last) {
        watch.alive();
        if (discarding) {
            return;
        }
        taken(reader.take(part, last), last);
    }

    private void taken(@Nullable Fault fault, boolean last) {
        if (fault != null) {
            fail(fault.code(), fault.problem(), null);
        } else if (last) {
            awaitRoom();
        }
    }

    private void onBinary(ByteBuffer part, boolean last) {
        watch.alive();
        if (!discarding) {
            taken(settings.refusesBinary() ? Fault.BINARY_REFUSED : reader.take(part, last), last);
        }
    }

    private final class Received implements SessionReader.Output {

        @Override
        public void received(byte[] message) {
            watch.message();
            transport.received(message);
        }

        @Override
        public void refused(FrameError fault) {
            watch.message();
            transport.refused(fault);
        }
    }

    /** Holds the container's thread, the only way to make a container read no more. */
    private void awaitRoom() {
        lock.lock();
        try {
            while (!discarding && !transport.wantsInput()) {
                held = true;
                readable.awaitUninterruptibly();
            }
            if (held) {
                held = false;
                watch.alive();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void reading() {
        lock.lock();
        try {
            readable.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void refuseFirstMessage() {
        fail(CloseCodes.PROTOCOL_ERROR, "the first message must be the request \"initialize\"", null);
    }

    // Closing.

    @Override
    public void finish(int code, String text) {
        finishCode = code;
        finishText = text;
        if (!transport.isStarted()) {
            discard();
        }
        giveUpAfterTimeout();
        writer.finish();
    }

    private void discard() {
        discarding = true;
        reading();
    }

    private void giveUpAfterTimeout() {
        later(
                () -> {
                    if (!gone) {
                        closeSession(CloseCodes.INTERNAL_ERROR, "closing has taken too long");
                        onGone(lost("closing has taken too long", null));
                    }
                },
                limits.closeTimeout().toMillis());
    }

    /** Ends the connection for a fault of the peer, or of this side; what has arrived before is still delivered. */
    private void fail(int code, String problem, @Nullable Throwable cause) {
        if (gone || discarding) {
            return;
        }
        if (CloseCodes.isConfigured(code)) {
            LOG.warn("Closing a WebSocket with {}: {}", code, problem);
        } else {
            LOG.debug("Closing a WebSocket with {}: {}", code, problem);
        }
        end(WsCloseReason.failure(code, problem, cause), code, problem);
    }

    private void sendingFailed(@Nullable Throwable cause) {
        if (!gone) {
            LOG.debug("A message could not be sent on a WebSocket", cause);
            end(lost("a message could not be sent", cause), CloseCodes.INTERNAL_ERROR, "a message could not be sent");
        }
    }

    private void end(WsCloseReason reason, int code, String text) {
        transport.ended(reason);
        writer.stop();
        discard();
        giveUpAfterTimeout();
        closeSession(code, text);
    }

    private static WsCloseReason lost(String how, @Nullable Throwable cause) {
        return WsCloseReason.failure(CloseCodes.ABNORMAL, "the connection was lost: " + how, cause);
    }

    /** Asks the container for the Close frame, which it may write on the thread that asks. */
    private void closeSession(int code, String text) {
        if (closing.compareAndSet(false, true)) {
            elsewhere(() -> {
                try {
                    session.close(new CloseReason(CloseReason.CloseCodes.getCloseCode(code), CloseText.within(text)));
                } catch (IOException | RuntimeException e) {
                    LOG.debug("A WebSocket could not be closed in good order", e);
                }
            });
        }
    }

    /** Is told of what the container says about a failure; it also tells of the end. */
    public void onError(Throwable cause) {
        LOG.debug("The container reports a failure of a WebSocket", cause);
        failure = cause;
    }

    /** Is told that the container has closed the session. */
    public void onClose(CloseReason reason) {
        int code = reason.getCloseCode().getCode();
        String text = reason.getReasonPhrase() == null ? "" : reason.getReasonPhrase();
        if (CloseCodes.isConfigured(code) && !discarding) {
            LOG.warn("A WebSocket was closed with {}: {}", code, VisibleText.line(text));
        }
        if (code == CloseCodes.ABNORMAL) {
            onGone(lost("it ended without a Close frame", failure));
        } else if (failure != null) {
            String how = "the container closed the connection with code " + code + (text.isEmpty() ? "" : ": " + text);
            onGone(WsCloseReason.failure(code, how, failure));
        } else if (code == CloseCodes.NORMAL || code == CloseCodes.NO_CODE || code >= FIRST_CODE_OF_APPLICATIONS) {
            onGone(WsCloseReason.peer(code, text));
        } else {
            // Tyrus and Tomcat tell in the same way of a Close frame, and of what they close for themselves.
            String how = "the connection was closed with code " + code + ", by the peer or by the container"
                    + (text.isEmpty() ? "" : ": " + VisibleText.line(text));
            onGone(new WsCloseReason(Kind.PEER, code, how, text, null));
        }
    }

    private void onGone(WsCloseReason reason) {
        gone = true;
        writer.stop();
        discard();
        transport.gone(reason);
    }

    /** Closes because what should serve the connection has failed. */
    public void giveUp(@Nullable Throwable cause) {
        String text = "the connection could not be served";
        transport.close(WsCloseReason.failure(CloseCodes.INTERNAL_ERROR, text, cause), CloseCodes.INTERNAL_ERROR, text);
    }

    public boolean isOpen() {
        return !gone;
    }

    /** Returns the executor of the session's settings. */
    public Executor executor() {
        return settings.executor();
    }

    /** The session as the watch over it sees it. */
    private final class Watched implements KeepAlive.Peer {

        @Override
        public boolean isHeld() {
            return held;
        }

        @Override
        public long backlog() {
            return writer.backlog();
        }

        @Override
        public void ping() {
            writer.ping();
        }

        @Override
        public void fail(int code, String problem) {
            SessionWire.this.fail(code, problem, null);
        }
    }
}
