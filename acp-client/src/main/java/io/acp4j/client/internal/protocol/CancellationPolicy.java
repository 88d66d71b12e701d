package io.acp4j.client.internal.protocol;

import io.acp4j.client.ClientSession;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The time limit for the confirmation of a cancellation.
 *
 * @param timeout the time after which a cancelled turn ends without a confirmation of the agent
 * @param unconfirmed is called with the session of such a turn, after its end
 */
public record CancellationPolicy(Duration timeout, Consumer<ClientSession> unconfirmed) {}
