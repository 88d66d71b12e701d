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
     * Checks a request before the fork is created. Called on a handler thread; may block.
     *
     * @param request the request of the client; its paths are absolute
     * @param source the session to fork, as it is stored
     * @param client the client that requests the fork; its {@link Client#principal} owns the source
     * @throws io.acp4j.rpc.AcpErrorException to refuse the fork
     */
    void check(ForkSessionRequest request, StoredSession source, Client client);
}
