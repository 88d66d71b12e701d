package io.acp4j.transport.ws.jakarta;

import io.acp4j.transport.ws.internal.Workers;

/** The threads of all who bring none of their own; idle ones end by themselves. */
final class Threads {

    static final Workers SHARED = new Workers("acp-ws-jakarta-");

    private Threads() {}
}
