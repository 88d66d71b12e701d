package io.acp4j.client.host;

import io.acp4j.schema.permission.PermissionOption;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PermissionPrompt {

    /**
     * Asks one question and waits for the answer; called on a handler thread, one question at a time for each session. The
     * thread is interrupted when the turn is cancelled or the agent no longer wants to know.
     *
     * @param question what the agent wants to do
     * @return one of {@link PermissionQuestion#options()}; null when the user has dismissed the question, which is answered
     *     as cancelled
     * @throws Exception to respond with an error
     */
    @Nullable
    PermissionOption ask(PermissionQuestion question) throws Exception;
}
