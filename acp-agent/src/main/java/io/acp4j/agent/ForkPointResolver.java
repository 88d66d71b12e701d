package io.acp4j.agent;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.session.ForkSessionRequest;
import org.jspecify.annotations.Nullable;

/**
 * Finds in a fork request the message that the fork is to end with.
 *
 * <p>The proposal's own way, the root member {@code messageId}, and the {@code _meta} member {@code jetbrains.air.fork}
 * are always understood; further resolvers teach further ways. Handlers see what was found as
 * {@link ForkSessionRequest#messageId()}.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-fork")
@FunctionalInterface
public interface ForkPointResolver {

    /**
     * Looks for a fork point.
     *
     * @param request the request as it came
     * @return the message, such as {@link ForkPoint#at(io.acp4j.schema.MessageId)}; null when the request names none in this way
     * @throws io.acp4j.rpc.AcpErrorException when it names one in a way that cannot be understood: a fork at a message must
     *     not become one of the whole session
     */
    ForkPoint.@Nullable OfMessage resolve(ForkSessionRequest request);
}
