package io.acp4j.transport.ws.jakarta;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import jakarta.websocket.DeploymentException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.glassfish.tyrus.client.ClientManager;
import org.glassfish.tyrus.server.TyrusServerContainer;
import org.glassfish.tyrus.spi.ServerContainerFactory;

/** A Tyrus server with one endpoint, and clients of it. */
final class Tyrus implements AutoCloseable {

    private static final String INCOMING_BUFFER_SIZE = "org.glassfish.tyrus.incomingBufferSize";
    private static final int INCOMING_BYTES = 64 * 1024 * 1024;

    private final TyrusServerContainer server;
    private final WorkerThreads workers = new WorkerThreads("test-jakarta-");

    private Tyrus(Consumer<? super JakartaTransport> acceptor, UnaryOperator<JakartaEndpointBuilder> settings)
            throws DeploymentException, IOException {
        server = (TyrusServerContainer)
                ServerContainerFactory.createServerContainer(Map.of(INCOMING_BUFFER_SIZE, INCOMING_BYTES));
        server.addEndpoint(settings.apply(JakartaEndpoint.builder(acceptor).executor(workers))
                .build());
        server.start("/", 0);
    }

    static Tyrus serving(Consumer<? super JakartaTransport> acceptor, UnaryOperator<JakartaEndpointBuilder> settings)
            throws DeploymentException, IOException {
        return new Tyrus(acceptor, settings);
    }

    int port() {
        return server.getPort();
    }

    URI uri() {
        return uri(port());
    }

    static URI uri(int port) {
        return URI.create("ws://localhost:" + port + "/acp");
    }

    JakartaTransportBuilder client(URI uri) {
        ClientManager container = ClientManager.createClient();
        container.getProperties().put(INCOMING_BUFFER_SIZE, INCOMING_BYTES);
        return JakartaTransport.builder(uri).container(container).executor(workers);
    }

    @Override
    public void close() {
        server.stop();
        workers.shutdown();
    }

    /** Keeps what is accepted. */
    static final class Accepted implements Consumer<JakartaTransport> {

        private final BlockingQueue<JakartaTransport> transports = new ArrayBlockingQueue<>(64);

        @Override
        public void accept(JakartaTransport transport) {
            transports.add(transport);
        }

        /**
         * Returns the connection whose request had a query, and closes any other connection that was accepted before it. A client of another
         * test can connect to a port that was its server's before.
         */
        JakartaTransport next(String query) throws InterruptedException {
            while (true) {
                JakartaTransport transport = next();
                if (query.equals(transport.session().getQueryString())) {
                    return transport;
                }
                transport.close();
            }
        }

        JakartaTransport next() throws InterruptedException {
            JakartaTransport transport = transports.poll(60, TimeUnit.SECONDS);
            if (transport == null) {
                throw new AssertionError("no connection was accepted within a minute");
            }
            return transport;
        }
    }
}
