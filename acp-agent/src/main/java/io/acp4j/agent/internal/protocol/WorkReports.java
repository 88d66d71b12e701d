package io.acp4j.agent.internal.protocol;

import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.StateUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports what a session does, to clients whose version of the protocol asks for that. All but {@link #state} is called by the thread
 * that holds the lock of the session's output.
 */
public interface WorkReports {

    /** Reports nothing: the response to the prompt says it all. */
    WorkReports NONE = new WorkReports() {
        @Override
        public void opened() {}

        @Override
        public void begun() {}

        @Override
        public void waiting() {}

        @Override
        public void waitingNoMore() {}

        @Override
        public void ended(@Nullable PromptResponse response, @Nullable Throwable failure) {}

        @Override
        public void closed() {}

        @Override
        public @Nullable StateUpdate state() {
            return null;
        }

        @Override
        public void background(List<BackgroundWork> running) {}

        @Override
        public void carry(@Nullable List<BackgroundWork> running) {}
    };

    /** Reports what a session does that a client has opened again, before the response to that. */
    void opened();

    /** Reports that work has begun. */
    void begun();

    /** Reports that the running work waits for the user. */
    void waiting();

    /** Reports that the running work waits for the user once less. */
    void waitingNoMore();

    /**
     * Reports how the running work has ended; without effect when it never began, or its end has been reported.
     *
     * @param response how it has ended; null when it has failed
     * @param failure why it has failed; null when it has not
     */
    void ended(@Nullable PromptResponse response, @Nullable Throwable failure);

    /** Reports the end of work that is still running when its session is closed. */
    void closed();

    /** Returns what the session does, as it was reported last; null when nothing is reported. For any thread. */
    @Nullable
    StateUpdate state();

    /** Reports what runs in the background from now on. */
    void background(List<BackgroundWork> running);

    /**
     * Takes over what runs in the background of a session that is opened again, for the next report.
     *
     * @param running what was reported last; null for nothing
     */
    void carry(@Nullable List<BackgroundWork> running);
}
