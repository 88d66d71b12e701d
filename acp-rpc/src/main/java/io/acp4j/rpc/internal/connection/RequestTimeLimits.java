package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.internal.message.Routes;
import io.acp4j.schema.SessionId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The default time limits of requests to the peer. The rules for requests that may wait for a person are documented at {@link
 * ConnectionOptions}.
 */
final class RequestTimeLimits {

    private final ConnectionOptions options;
    private final OutboundCalls calls;
    private final InboundCalls served;
    private final boolean isClient;
    private final boolean isAgent;

    RequestTimeLimits(ConnectionOptions options, Routes routes, OutboundCalls calls, InboundCalls served) {
        this.options = options;
        this.calls = calls;
        this.served = served;
        this.isClient = routes.opensWith() != null;
        this.isAgent = routes.openedBy() != null;
    }

    /** Starts the time limit of a request. */
    Deadline start(String method) {
        boolean hasOwnLimit = options.methodTimeouts().containsKey(method);
        Duration limit = isAgent && isExtension(method) && !hasOwnLimit ? Duration.ZERO : options.timeoutOf(method);
        Deadline deadline = Deadline.in(limit);
        return isClient ? deadline.suspendable() : deadline;
    }

    /** Returns the remaining time of a request in nanoseconds; not positive if the time limit has been reached. */
    long remainingNanos(OutboundCall<?> call, Deadline deadline) {
        if (!deadline.isSuspendable()) {
            return deadline.nanosUntilEnd(deadline.startNanos());
        }
        boolean isSuspended = served.open().stream()
                .anyMatch(question -> mayWaitForPerson(question) && isRelated(question.session(), call.session()));
        return deadline.nanosUntilEnd(isSuspended ? System.nanoTime() : call.limitStart(deadline.startNanos()));
    }

    /** Starts the time limits again that a request of the peer has suspended. Called before the request counts as ended. */
    void restart(InboundCall question) {
        if (isClient && mayWaitForPerson(question)) {
            for (OutboundCall<?> call : calls.sent()) {
                if (isRelated(question.session(), call.session())) {
                    call.restartLimit();
                }
            }
        }
    }

    private boolean mayWaitForPerson(InboundCall question) {
        return isExtension(question.method())
                || options.timeoutOf(question.method()).isZero();
    }

    private static boolean isExtension(String method) {
        return method.startsWith("_");
    }

    /** A question about no session may belong to any request, for example to the one that creates the session. */
    private static boolean isRelated(@Nullable SessionId question, @Nullable SessionId request) {
        return question == null || request == null || question.equals(request);
    }
}
