package io.acp4j.client.internal.session;

import io.acp4j.client.SessionOrigin;
import io.acp4j.client.SessionParameters;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How a session was opened, and with what; thread-safe. */
final class OpeningState {

    private final AtomicInteger awaited = new AtomicInteger();
    private final AtomicInteger replays = new AtomicInteger();

    /** What it was opened with; null for a session that only the agent has spoken of. */
    private final AtomicReference<@Nullable SessionParameters> parameters = new AtomicReference<>();

    /** How it was opened; null for a session that only the agent has spoken of. */
    private volatile @Nullable SessionOrigin origin;

    /** What the agent has been asked to open it with; null when nothing has been asked, or in vain. */
    private volatile @Nullable SessionParameters requested;

    /** Whether an update has told the commands, at the earliest since the session was asked for. */
    private volatile boolean commandsTold;

    /** Marks it as opened by this client; false when it was before. */
    boolean open(SessionParameters with) {
        return parameters.compareAndSet(null, with);
    }

    void reopen(SessionParameters with) {
        parameters.set(with);
    }

    void origin(SessionOrigin by) {
        origin = by;
    }

    boolean isOpen() {
        return parameters.get() != null;
    }

    /** Notes that the agent has been asked to open it, or that the asking has ended. */
    void await(boolean begins) {
        if (begins) {
            commandsTold = false;
        }
        awaited.addAndGet(begins ? 1 : -1);
    }

    boolean isAwaited() {
        return awaited.get() > 0;
    }

    /** Notes that the agent has been asked to replay it, or that a replay has ended. */
    void awaitReplay(boolean begins) {
        replays.addAndGet(begins ? 1 : -1);
    }

    /** Returns whether the agent has been asked to replay it and has not responded. */
    boolean isReplayed() {
        return replays.get() > 0;
    }

    void request(@Nullable SessionParameters with) {
        requested = with;
    }

    /** Notes that an update has told the commands. */
    void commandsTold() {
        commandsTold = true;
    }

    boolean areCommandsTold() {
        return commandsTold;
    }

    @Nullable
    SessionOrigin origin() {
        return origin;
    }

    /** Returns what it was opened with; null when it was not. */
    @Nullable
    SessionParameters parameters() {
        return parameters.get();
    }

    /** Returns what it was opened with or is to be opened with; null when nothing has been asked. */
    @Nullable
    SessionParameters parametersOrRequested() {
        SessionParameters opened = parameters.get();
        return opened != null ? opened : requested;
    }
}
