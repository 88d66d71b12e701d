package io.acp4j.agent;

import io.acp4j.agent.store.StoredSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.session.ForkSessionRequest;
import java.util.Map;

/**
 * Decides whether a stored session may be forked as a client asks, by the working directory above all.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-fork")
@FunctionalInterface
public interface ForkPolicy {

    /** Lets every fork be made. */
    ForkPolicy ANY = (request, source, client) -> {};

    /** Lets forks be made in the working directory of their source only. */
    ForkPolicy SAME_CWD = (request, source, client) -> {
        if (!request.cwd().equals(source.cwd())) {
            throw new AcpErrorException(
                    ErrorCode.INVALID_PARAMS,
                    "Invalid params: /params/cwd: a fork must have the working directory of its source",
                    Map.of("reason", "cwd_not_supported", "path", "/params/cwd"));
        }
    };

    /**
     * Looks at a request before anything is made for it. Called on a handler thread; may block.
     *
     * @param request what the client asks for; its paths are absolute
     * @param source the session that is to be forked, as it is stored
     * @param client the client that requests the fork; its {@link Client#principal} is that of the source
     * @throws io.acp4j.rpc.AcpErrorException to refuse the fork
     */
    void check(ForkSessionRequest request, StoredSession source, Client client);
}
