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
     * Resolves the fork point of a request.
     *
     * @param request the request as received
     * @return the message, such as {@link ForkPoint#at(io.acp4j.schema.MessageId)}; null if the request does not specify one in this form
     * @throws io.acp4j.rpc.AcpErrorException if the specified message is invalid, so that the request is not served as a fork of the whole
     *     session
     */
    ForkPoint.@Nullable OfMessage resolve(ForkSessionRequest request);
}
