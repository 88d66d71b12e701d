package io.acp4j.transport.ws.internal.server;

import io.acp4j.transport.ws.internal.Handshake;
import io.acp4j.transport.ws.internal.PrincipalName;
import io.acp4j.transport.ws.internal.netty.Refusal;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks an authenticator about one client, on a thread that it may block; interrupts it when the client is gone. */
final class Authentication implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Authentication.class);

    private final ServerSettings.Asker authenticator;
    private final Handshake asked;
    private final BiConsumer<@Nullable String, @Nullable Refusal> onDecision;
    private @Nullable Thread asking;
    private boolean cancelled;

    /**
     * Creates the question; run it once.
     *
     * @param onDecision given either the principal or a refusal, on the thread that runs this
     */
    Authentication(
            ServerSettings.Asker authenticator,
            Handshake asked,
            BiConsumer<@Nullable String, @Nullable Refusal> onDecision) {
        this.authenticator = authenticator;
        this.asked = asked;
        this.onDecision = onDecision;
    }

    @Override
    public void run() {
        synchronized (this) {
            asking = Thread.currentThread();
            if (cancelled) {
                asking.interrupt();
            }
        }
        String principal = null;
        Refusal refusal = null;
        try {
            principal = authenticator.authenticate(asked);
            if (principal == null) {
                refusal = Refusal.unauthorized();
            } else {
                PrincipalName.check(principal);
            }
        } catch (Exception e) {
            if (isCancelled()) {
                LOG.debug("The authenticator was interrupted, as the client is gone", e);
            } else {
                LOG.error("The authenticator failed", e);
            }
            refusal = Refusal.of(HttpResponseStatus.INTERNAL_SERVER_ERROR, "it cannot be told who may connect");
        } finally {
            end();
        }
        onDecision.accept(refusal == null ? principal : null, refusal);
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    /** The thread is not this connection's, so no interrupt meant for this must be left on it. */
    private synchronized void end() {
        asking = null;
        if (cancelled) {
            boolean unused = Thread.interrupted();
        }
    }

    /** Interrupts the authenticator if it is being asked. */
    synchronized void cancel() {
        cancelled = true;
        Thread thread = asking;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
