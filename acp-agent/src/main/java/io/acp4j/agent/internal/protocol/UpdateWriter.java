package io.acp4j.agent.internal.protocol;

import io.acp4j.schema.Meta;
import io.acp4j.schema.update.SessionUpdate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends the updates of one session as the version of its connection wants them; for the thread that holds the lock of the output. */
public interface UpdateWriter {

    /**
     * Sends an update.
     *
     * @param meta what else its notification says; null for nothing
     */
    void write(SessionUpdate update, @Nullable Meta meta);

    /** Returns whether the version has updates of this kind, or something that takes their place. */
    boolean supports(SessionUpdate update);

    /** Returns whether a replay shows updates of this kind. */
    boolean replays(SessionUpdate update);

    /** Sets where the present modes and options of the session are found. */
    void settings(Supplier<OpenedState> present);
}
