package io.acp4j.transport.ws.internal;

/** Is told of the WebSockets of a Jakarta container as they are opened. */
@FunctionalInterface
public interface OpenListener {

    /** Names the user property of a Jakarta session that says who is told. */
    String PROPERTY = "io.acp4j.open-listener";

    /** Is told of a WebSocket, on the container's thread, before any message of it is taken. */
    void opened(WireTransport transport);
}
