package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.netty.Loops;
import java.net.URI;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A server and a client of it, connected over a real socket. */
final class Pair implements AutoCloseable {

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

    /** Describes a client with threads of its own, which end with it. */
    static WsTransportBuilder client(URI uri) {
        return WsTransport.builder(uri).loops(() -> Loops.create("test-client", 1));
    }

    @Override
    public void close() {
        server.close();
    }
}
