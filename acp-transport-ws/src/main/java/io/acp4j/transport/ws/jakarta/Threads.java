package io.acp4j.transport.ws.jakarta;

import io.acp4j.rpc.transport.WorkerThreads;

/** The threads of all who bring none of their own; idle ones end by themselves. */
final class Threads {

    static final WorkerThreads SHARED = new WorkerThreads("acp-ws-jakarta-");

    private Threads() {}
}
