package io.acp4j.transport.ws.internal.jakarta;

import io.acp4j.rpc.internal.transport.WorkerThreads;

/** The threads of all who bring none of their own; idle ones end by themselves. */
public final class Threads {

    public static final WorkerThreads SHARED = WorkerThreads.shared("acp-ws-jakarta-");

    private Threads() {}
}
