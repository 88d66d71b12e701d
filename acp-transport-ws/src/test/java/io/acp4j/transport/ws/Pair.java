package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.netty.Loops;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server and a client of it, connected over a real socket. */
final class Pair implements AutoCloseable {

    private static final Pattern CONNECTION_ID =
            Pattern.compile("^acp-connection-id: *(\\S+)", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

    final WsServer server;
    private final BlockingQueue<WsTransport> accepted = new ArrayBlockingQueue<>(16);

    Pair(UnaryOperator<WsServerBuilder> settings) {
        Leaks.watch();
        server = settings.apply(WsServer.builder(accepted::add).anyFirstMessage())
                .start();
    }

    WsTransport accepted() throws InterruptedException {
        WsTransport transport = accepted.poll(60, TimeUnit.SECONDS);
        if (transport == null) {
            throw new AssertionError("no connection was accepted within a minute");
        }
        return transport;
    }

    /**
     * Returns the connection whose ID is in the response to an upgrade, and closes any other connection that was accepted before it. A
     * client of another test can connect to a port that was its server's before.
     */
    WsTransport accepted(String response) throws InterruptedException {
        Matcher id = CONNECTION_ID.matcher(response);
        if (!id.find()) {
            throw new AssertionError("the response contains no connection ID: " + response);
        }
        while (true) {
            WsTransport transport = accepted();
            if (transport.connectionId().equals(Optional.of(id.group(1)))) {
                return transport;
            }
            transport.close();
        }
    }

    /** Describes a client with threads of its own, which end with it. */
    static WsTransportBuilder client(URI uri) {
        return WsTransport.builder(uri).loops(() -> Loops.create("test-client", 1));
    }

    @Override
    public void close() {
        server.close();
    }
}
