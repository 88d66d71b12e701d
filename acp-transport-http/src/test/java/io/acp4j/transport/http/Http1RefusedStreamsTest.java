package io.acp4j.transport.http;

/** Over HTTP/1.1. */
class Http1RefusedStreamsTest extends RefusedStreamsTest {

    @Override
    ScriptedPeer<?> serve() throws Exception {
        return new ScriptedServer();
    }
}
