package io.acp4j.proxy.internal.bridge.wire;

import java.time.Duration;

/** Runs something later, under the lock of the bridge. */
@FunctionalInterface
public interface Timers {
    void after(Duration delay, Runnable action);

    /** Returns the time that delays refer to, as {@link System#nanoTime()} does. */
    default long nanoTime() {
        return System.nanoTime();
    }
}
