package io.acp4j.client.internal.supervise;

import io.acp4j.client.AcpClient;
import io.acp4j.client.UnsupportedProtocolVersionException;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.transport.CloseReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches over a connection on a thread of its own. */
public final class DefaultSupervisedAgent implements SupervisedAgent {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultSupervisedAgent.class);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Supervision settings;
    private final Reconnection reconnection;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();
    private volatile AcpClient client;
    private volatile boolean connected = true;

    /** Completes when a requested restart has succeeded; null if none is requested. */
    private final AtomicReference<@Nullable CompletableFuture<AcpClient>> restart = new AtomicReference<>();

    /** The client that was closed last for a restart. */
    private volatile @Nullable AcpClient restarted;

    /** When the latest connection was made, as {@link System#nanoTime} tells it. */
    private long connectedAt = System.nanoTime();

    /** How many attempts have been made since a connection was last stable. */
    private int attempts;

    private DefaultSupervisedAgent(Supervision settings, Reconnection reconnection, AcpClient client) {
        this.settings = settings;
        this.reconnection = reconnection;
        this.client = client;
        this.thread = new Thread(this::watch, "acp-supervisor-" + NUMBERS.incrementAndGet());
        thread.setDaemon(true);
    }

    public static SupervisedAgent start(Supervision settings) {
        Reconnection reconnection = new Reconnection(settings);
        AcpClient first;
        try {
            first = reconnection.connect();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while connecting", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AcpException("could not connect to the agent", e);
        }
        DefaultSupervisedAgent agent = new DefaultSupervisedAgent(settings, reconnection, first);
        if (settings.restartUnresponsive()) {
            reconnection.onUnresponsive(agent::restartUnresponsive);
        }
        agent.thread.start();
        return agent;
    }

    @Override
    public AcpClient client() {
        return client;
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public CompletionStage<@Nullable Throwable> ended() {
        return ended.minimalCompletionStage();
    }

    @Override
    public CompletionStage<AcpClient> restart() {
        CompletableFuture<AcpClient> requested = new CompletableFuture<>();
        CompletableFuture<AcpClient> pending = restart.compareAndExchange(null, requested);
        CompletableFuture<AcpClient> result = pending == null ? requested : pending;
        AcpClient closing = client;
        restarted = closing;
        closing.close();
        if (ended.isDone()) {
            failRestart(null);
        }
        return result.minimalCompletionStage();
    }

    private void restartUnresponsive(AcpClient unresponsive) {
        if (unresponsive.equals(client) && connected) {
            LOG.warn("the agent did not confirm a cancellation in time and is restarted");
            var unused = restart();
        }
    }

    private void failRestart(@Nullable Throwable cause) {
        CompletableFuture<AcpClient> requested = restart.getAndSet(null);
        if (requested != null) {
            requested.completeExceptionally(new AcpException("the supervision of the agent has ended", cause));
        }
    }

    @Override
    public void close() {
        closing.countDown();
        client.close();
        if (!thread.equals(Thread.currentThread())) {
            // It may be waiting for an agent that never responds.
            thread.interrupt();
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void watch() {
        Throwable failure = null;
        try {
            while (failure == null) {
                AcpClient watched = client;
                CloseReason reason = watched.awaitClosed();
                connected = false;
                boolean isRestart = watched.equals(restarted);
                if (isClosing() || (reason.kind() == CloseReason.Kind.LOCAL && !isRestart)) {
                    return;
                }
                failure = replace(Losses.of(watched, reason), isRestart);
            }
        } catch (InterruptedException e) {
            LOG.debug("the supervisor's thread was interrupted", e);
            failure = e;
        } catch (RuntimeException | Error e) {
            LOG.error("the supervisor failed", e);
            failure = e;
        } finally {
            connected = false;
            client.close();
            ended.complete(isClosing() ? null : failure);
            failRestart(failure);
        }
    }

    /** Replaces a lost connection; gives the last failure when that is given up, null when it worked or nobody wants it. */
    private @Nullable Throwable replace(SupervisorListener.ConnectionLoss loss, boolean isRestart)
            throws InterruptedException {
        LOG.info("the connection to the agent was lost: {}", loss.reason().description());
        tell(() -> settings.listener().onLost(loss));
        if (isRestart
                || System.nanoTime() - connectedAt
                        >= settings.backOff().stableAfter().toNanos()) {
            attempts = 0;
        }
        Throwable failure = null;
        while (attempts < settings.backOff().maxAttempts()) {
            attempts++;
            Duration delay = isRestart && attempts == 1
                    ? Duration.ZERO
                    : settings.backOff().before(attempts, ThreadLocalRandom.current()::nextDouble);
            int attempt = attempts;
            Throwable before = failure;
            tell(() -> settings.listener().onRetry(attempt, delay, before));
            if (closing.await(delay.toNanos(), TimeUnit.NANOSECONDS)) {
                return null;
            }
            try {
                restore(loss);
                return null;
            } catch (InterruptedException e) {
                throw e;
            } catch (Throwable e) {
                // What the application brings to a connection may throw anything, and fails this attempt only.
                LOG.debug("attempt {} to connect to the agent failed", attempt, e);
                failure = e;
                if (isClosing()) {
                    return null;
                }
                if (e instanceof UnsupportedProtocolVersionException) {
                    break;
                }
            }
        }
        Throwable last = failure == null
                ? new AcpException("the agent ended " + attempts + " times soon after it was started", null)
                : failure;
        LOG.warn("the agent is given up", last);
        tell(() -> settings.listener().onGivenUp(Losses.of(client, loss.reason()), last));
        return last;
    }

    private void restore(SupervisorListener.ConnectionLoss loss) throws Exception {
        AcpClient fresh = reconnection.connect();
        SupervisorListener.Restoration restoration;
        try {
            // Looked at again: a response that had arrived may have opened a session since.
            restoration = reconnection.reopen(fresh, Losses.of(client, loss.reason()), client);
        } catch (Throwable e) {
            fresh.close();
            throw e;
        }
        connectedAt = System.nanoTime();
        client = fresh;
        if (isClosing()) {
            fresh.close();
            return;
        }
        connected = true;
        CompletableFuture<AcpClient> requested = restart.getAndSet(null);
        tell(() -> settings.listener().onRestored(restoration));
        if (requested != null) {
            requested.complete(fresh);
        }
    }

    private static void tell(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) {
            LOG.error("the supervisor's listener failed", e);
        }
    }
}
