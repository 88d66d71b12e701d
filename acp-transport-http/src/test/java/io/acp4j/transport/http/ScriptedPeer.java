package io.acp4j.transport.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A server whose every response the test gives itself, over whichever version of HTTP. */
interface ScriptedPeer extends AutoCloseable {

    String CONNECTION = "a-connection";

    URI uri();

    /** Has a client speak to it. */
    HttpTransportBuilder client() throws Exception;

    /** Returns the next message that is posted. */
    Asked post() throws InterruptedException;

    boolean hasPost();

    /** Returns the next request for a stream, or for the end. */
    Asked other() throws InterruptedException;

    boolean hasOther();

    @Override
    void close();

    /** Opens a connection for a client; returns its stream. */
    default Stream open(Puppet client, int version) throws Exception {
        client.send(RawClient.INITIALIZE.replace("\"protocolVersion\":1", "\"protocolVersion\":" + version));
        post().reply(
                        200,
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":" + version + "}}",
                        "Acp-Connection-Id",
                        CONNECTION);
        Stream stream = other().events();
        client.next();
        return stream;
    }

    /** A request. */
    interface Asked {

        String method();

        String body();

        @Nullable
        String header(String name);

        void reply(int status, String text, String... headers) throws Exception;

        /** Ends the request without a response: the socket is closed, or the stream is reset. */
        void cutOff();

        default void accept() throws Exception {
            reply(202, "");
        }

        Stream events() throws Exception;
    }

    /** A stream of events. */
    interface Stream {

        void raw(byte[] bytes) throws Exception;

        void event(String json) throws Exception;

        void end();
    }
}
