package io.acp4j.spring;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.rpc.transport.Transport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Serves the agent to one client as long as the application context is running. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class AcpAgentServing implements SmartLifecycle {

    private final AcpAgent agent;
    private final Transport transport;
    private volatile @Nullable AgentConnection connection;

    AcpAgentServing(AcpAgent agent, Transport transport) {
        this.agent = Objects.requireNonNull(agent, "agent");
        this.transport = Objects.requireNonNull(transport, "transport");
    }

    /**
     * Waits until the client has gone and everything about it has ended.
     *
     * @throws InterruptedException when the thread is interrupted
     * @throws IllegalStateException when the context has not been started
     */
    public void awaitClosed() throws InterruptedException {
        AgentConnection serving = connection;
        if (serving == null) {
            throw new IllegalStateException("the agent is not served yet; start the application context first");
        }
        serving.awaitClosed();
    }

    @Override
    public synchronized void start() {
        if (connection == null) {
            connection = agent.serve(transport);
        }
    }

    @Override
    public void stop() {
        AgentConnection serving = connection;
        if (serving != null) {
            serving.close();
        }
    }

    @Override
    public boolean isRunning() {
        AgentConnection serving = connection;
        return serving != null && !serving.closed().toCompletableFuture().isDone();
    }
}
