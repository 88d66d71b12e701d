package io.acp4j.agent.internal.assembly;

import io.acp4j.agent.internal.connection.FailureTranslation;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/** Logs once that an agent without authentication methods requires authentication: no client can ever provide it. */
final class MissingAuthMethods implements FailureTranslation {

    private final FailureTranslation translation;
    private final AtomicBoolean reported = new AtomicBoolean();

    MissingAuthMethods(FailureTranslation translation) {
        this.translation = translation;
    }

    @Override
    public Throwable of(Throwable failure, String method, Object params) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof AcpErrorException error
                && error.receivedFor() == null
                && error.code().equals(ErrorCode.AUTH_REQUIRED)
                && reported.compareAndSet(false, true)) {
            LoggerFactory.getLogger(MissingAuthMethods.class)
                    .warn(
                            "the handler of {} requires authentication, but the agent offers no method for it; add"
                                    + " AcpAgentBuilder.onAuthenticate",
                            method);
        }
        return translation.of(failure, method, params);
    }
}
