package io.acp4j.transport.ws.internal.jakarta;

import java.util.List;
import java.util.Set;

/**
 * Who has closed a session. Containers tell of a Close frame of the peer, and of a frame of the peer for which they close themselves, in
 * the same way; what differs is which of their methods tells.
 */
enum CloseOrigin {
    PEER,
    CONTAINER,

    /** The container is none of those whose methods are known. */
    UNKNOWN;

    /** What Tyrus and Tomcat call when they have read a Close frame. */
    private static final Set<String> READING_A_CLOSE = Set.of(
            "org.glassfish.tyrus.core.frame.CloseFrame.respond",
            "org.apache.tomcat.websocket.WsFrameBase.processDataControl");

    private static final List<String> KNOWN = List.of("org.glassfish.tyrus.", "org.apache.tomcat.websocket.");

    /** Looks at who calls; to be asked on the thread on which the container tells of the end. */
    static CloseOrigin ofThisCall() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(CloseOrigin::of)
                        .reduce(UNKNOWN, (first, second) -> first == PEER || second == UNKNOWN ? first : second));
    }

    private static CloseOrigin of(StackWalker.StackFrame frame) {
        if (READING_A_CLOSE.contains(frame.getClassName() + "." + frame.getMethodName())) {
            return PEER;
        }
        return KNOWN.stream().anyMatch(frame.getClassName()::startsWith) ? CONTAINER : UNKNOWN;
    }
}
