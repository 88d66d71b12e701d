package io.acp4j.proxy.internal.bridge.older;

/** A request to open a session again that has no response yet; two of them are never equal. */
final class PendingOpening {

    /** Whether the agent replays the session although nobody has asked for that. */
    final boolean swallowed;

    PendingOpening(boolean swallowed) {
        this.swallowed = swallowed;
    }
}
