package io.acp4j.client.internal.supervise;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.UpdateListener;
import io.acp4j.client.internal.calls.MissingCapability;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes one connection and opens sessions on it. */
final class Reconnection {

    private static final Logger LOG = LoggerFactory.getLogger(Reconnection.class);

    private final Supervision settings;
    private volatile Consumer<AcpClient> onUnresponsive = client -> {};

    Reconnection(Supervision settings) {
        this.settings = settings;
    }

    /** Sets the listener for unresponsive agents. */
    void onUnresponsive(Consumer<AcpClient> listener) {
        onUnresponsive = listener;
    }

    /** Opens a transport, initializes the agent, prepares the client. */
    AcpClient connect() throws Exception {
        AcpClient client = initialize();
        try {
            settings.preparation().prepare(client);
            return client;
        } catch (Throwable e) {
            client.close();
            throw e;
        }
    }

    private AcpClient initialize() throws IOException, InterruptedException {
        Transport transport = settings.transports().open();
        AcpClientBuilder builder = AcpClient.builder(transport);
        try {
            builder.reconnection(settings.transports());
            builder.onCancelUnconfirmed(session -> onUnresponsive.accept(session.client()));
            settings.client().accept(builder);
        } catch (Throwable e) {
            transport.close();
            throw e;
        }
        return builder.connect();
    }

    /**
     * Opens the lost sessions. Fails only if the new connection is lost, too.
     *
     * @param before the client of the lost connection
     */
    SupervisorListener.Restoration reopen(AcpClient client, SupervisorListener.ConnectionLoss loss, AcpClient before)
            throws InterruptedException {
        List<SupervisorListener.RestoredSession> restored = new ArrayList<>();
        List<SupervisorListener.FailedSession> failed = new ArrayList<>();
        for (SupervisorListener.LostSession lost : loss.sessions()) {
            try {
                EarlierTranscript earlier = EarlierTranscript.of(before.session(lost.id()));
                SupervisorListener.RestoredSession session = reopen(client, lost, earlier != null);
                if (earlier != null) {
                    earlier.carryOver(session);
                }
                restored.add(session);
            } catch (ConnectionClosedException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                LOG.debug(
                        "session {} could not be opened again",
                        LogText.of(lost.id().value()),
                        e);
                failed.add(new SupervisorListener.FailedSession(lost, e));
            }
        }
        return new SupervisorListener.Restoration(loss, client, restored, failed);
    }

    private SupervisorListener.RestoredSession reopen(
            AcpClient client, SupervisorListener.LostSession lost, boolean isTranscribed) throws InterruptedException {
        AgentCapabilities agent = client.agentCapabilities();
        boolean resumes = agent.sessionCapabilities().resume() != null;
        boolean loads = agent.loadSession();
        if (!resumes && !loads) {
            String resuming = MissingCapability.path(Capabilities.SESSION_RESUME, client.initializeResponse());
            String loading = MissingCapability.path(Capabilities.LOAD_SESSION, client.initializeResponse());
            throw new UnsupportedCapabilityException(
                    "opening session " + lost.id() + " again",
                    resuming.equals(loading) ? loading : resuming + " or " + loading);
        }
        SupervisedAgent.RestoreMethod method = settings.restoreMethod();
        boolean loadFirst = method == SupervisedAgent.RestoreMethod.LOAD
                || (method == SupervisedAgent.RestoreMethod.AUTOMATIC && isTranscribed);
        boolean load = loads && (loadFirst || !resumes);
        try {
            return open(client, lost, load);
        } catch (AcpErrorException refusal) {
            if (!resumes || !loads) {
                throw refusal;
            }
            LOG.debug(
                    "the agent refused to {} session {}",
                    load ? "load" : "resume",
                    LogText.of(lost.id().value()),
                    refusal);
            return reopenOtherwise(client, lost, !load, refusal);
        }
    }

    private SupervisorListener.RestoredSession reopenOtherwise(
            AcpClient client, SupervisorListener.LostSession lost, boolean load, AcpErrorException refusal)
            throws InterruptedException {
        try {
            return open(client, lost, load);
        } catch (AcpErrorException e) {
            refusal.addSuppressed(e);
            throw refusal;
        }
    }

    private SupervisorListener.RestoredSession open(AcpClient client, SupervisorListener.LostSession lost, boolean load)
            throws InterruptedException {
        UpdateListener listener = settings.sessionListeners().apply(lost.id());
        return new SupervisorListener.RestoredSession(
                await(load ? load(client, lost, listener) : resume(client, lost, listener), lost), lost, load);
    }

    private static CompletableFuture<ClientSession> resume(
            AcpClient client, SupervisorListener.LostSession lost, @Nullable UpdateListener listener) {
        SessionParameters parameters = lost.parameters();
        return client.resumeSessionAsync(
                ResumeSessionRequest.builder(lost.id(), parameters.cwd())
                        .additionalDirectories(parameters.additionalDirectories())
                        .mcpServers(parameters.mcpServers())
                        .systemPrompt(parameters.systemPrompt())
                        .build(),
                listener);
    }

    private static CompletableFuture<ClientSession> load(
            AcpClient client, SupervisorListener.LostSession lost, @Nullable UpdateListener listener) {
        SessionParameters parameters = lost.parameters();
        return client.loadSessionAsync(
                LoadSessionRequest.builder(lost.id(), parameters.cwd())
                        .additionalDirectories(parameters.additionalDirectories())
                        .mcpServers(parameters.mcpServers())
                        .systemPrompt(parameters.systemPrompt())
                        .build(),
                listener);
    }

    private ClientSession await(CompletableFuture<ClientSession> opening, SupervisorListener.LostSession lost)
            throws InterruptedException {
        try {
            return opening.get(settings.restoreTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new AcpException("session " + lost.id() + " could not be opened again", e.getCause());
        } catch (TimeoutException e) {
            opening.cancel(true);
            throw new AcpException(
                    "session " + lost.id() + " was not open again within " + DurationText.of(settings.restoreTimeout()),
                    e);
        }
    }
}
