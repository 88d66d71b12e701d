package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A server whose every response the test gives itself, over whichever version of HTTP.
 *
 * @param <A> its requests
 */
abstract class ScriptedPeer<A extends ScriptedPeer.Asked> implements AutoCloseable {

    static final String CONNECTION = "a-connection";

    private final BlockingQueue<A> posts = new LinkedBlockingQueue<>();
    private final BlockingQueue<A> others = new LinkedBlockingQueue<>();

    abstract URI uri();

    /** Has a client speak to it. */
    abstract HttpTransportBuilder client() throws Exception;

    @Override
    public abstract void close();

    final void received(A asked) {
        (asked.method().equals("POST") ? posts : others).add(asked);
    }

    /** Returns the next message that is posted. */
    final A post() throws InterruptedException {
        return Puppet.take(posts);
    }

    final boolean hasPost() {
        return !posts.isEmpty();
    }

    /** Returns the next request for a stream, or for the end. */
    final A other() throws InterruptedException {
        return Puppet.take(others);
    }

    final boolean hasOther() {
        return !others.isEmpty();
    }

    /** Opens a connection of version 1 for a client; returns its stream. */
    final Stream open(Puppet client) throws Exception {
        return open(client, 1);
    }

    /** Opens a connection for a client; returns its stream. */
    final Stream open(Puppet client, int version) throws Exception {
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

        void reply(int status, String text, String... headers) throws IOException;

        /** Ends the request without a response: the socket is closed, or the stream is reset. */
        void cutOff();

        default void accept() throws IOException {
            reply(202, "");
        }

        Stream events() throws IOException;
    }

    /** A stream of events. */
    interface Stream {

        void raw(byte[] bytes) throws IOException;

        default void event(String json) throws IOException {
            raw(("data: " + json + "\n\n").getBytes(UTF_8));
        }

        void end();
    }
}
