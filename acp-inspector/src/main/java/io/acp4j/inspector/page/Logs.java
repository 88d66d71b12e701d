package io.acp4j.inspector.page;

import io.acp4j.inspector.log.FrameLog;
import org.jspecify.annotations.Nullable;

/** The logs that a page can show. */
@FunctionalInterface
public interface Logs {

    /**
     * Returns a log.
     *
     * @param source the id of what it is of; empty where there is only one
     * @return the log; null when there is none
     */
    @Nullable
    FrameLog find(String source);
}
