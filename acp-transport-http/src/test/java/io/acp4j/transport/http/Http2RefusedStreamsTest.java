package io.acp4j.transport.http;

/** Over HTTP/2. */
class Http2RefusedStreamsTest extends RefusedStreamsTest {

    @Override
    ScriptedPeer<?> serve() throws Exception {
        return new Http2ScriptedServer();
    }
}
