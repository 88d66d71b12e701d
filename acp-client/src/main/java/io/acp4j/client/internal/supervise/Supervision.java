package io.acp4j.client.internal.supervise;

import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.UpdateListener;
import io.acp4j.client.supervise.BackOff;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a supervised connection was built with. */
public record Supervision(
        Transport.Factory transports,
        Consumer<AcpClientBuilder> client,
        SupervisedAgent.Preparation preparation,
        Function<SessionId, @Nullable UpdateListener> sessionListeners,
        SupervisorListener listener,
        BackOff backOff,
        Duration restoreTimeout,
        SupervisedAgent.RestoreMethod restoreMethod,
        boolean restartUnresponsive) {}
