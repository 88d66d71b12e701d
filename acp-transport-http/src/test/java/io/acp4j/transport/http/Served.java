package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsTls;
import io.acp4j.transport.ws.testing.Certificates;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server under test, whatever serves. */
public interface Served extends AutoCloseable {

    URI uri();

    int connections();

    CompletionStage<Void> shutdown(Duration grace);

    @Override
    void close();

    default int port() {
        return uri().getPort();
    }

    default URI webSocketUri() {
        return URI.create("ws" + uri().toString().substring("http".length()));
    }

    /** What tests set of a server. */
    record Setup(
            HttpLimits limits,
            @Nullable WsAuthenticator authenticator,
            List<String> origins,
            int maxConnections,
            int maxPerPrincipal,
            boolean anyMessage,
            @Nullable Certificates tls,
            WsLimits webSocketLimits) {

        static final Setup DEFAULT =
                new Setup(HttpLimits.defaults(), null, List.of(), 100, 100, false, null, WsLimits.defaults());

        Setup with(HttpLimits other) {
            return new Setup(
                    other, authenticator, origins, maxConnections, maxPerPrincipal, anyMessage, tls, webSocketLimits);
        }

        Setup with(WsLimits other) {
            return new Setup(limits, authenticator, origins, maxConnections, maxPerPrincipal, anyMessage, tls, other);
        }

        Setup with(WsAuthenticator other) {
            return new Setup(limits, other, origins, maxConnections, maxPerPrincipal, anyMessage, tls, webSocketLimits);
        }

        Setup withOrigins(String... allowed) {
            return new Setup(
                    limits,
                    authenticator,
                    List.of(allowed),
                    maxConnections,
                    maxPerPrincipal,
                    anyMessage,
                    tls,
                    webSocketLimits);
        }

        Setup withMaxConnections(int max, int perPrincipal) {
            return new Setup(limits, authenticator, origins, max, perPrincipal, anyMessage, tls, webSocketLimits);
        }

        Setup withAnyMessage() {
            return new Setup(
                    limits, authenticator, origins, maxConnections, maxPerPrincipal, true, tls, webSocketLimits);
        }

        Setup withTls(Certificates certificates) {
            return new Setup(
                    limits,
                    authenticator,
                    origins,
                    maxConnections,
                    maxPerPrincipal,
                    anyMessage,
                    certificates,
                    webSocketLimits);
        }
    }

    /** What serves. */
    enum Host {
        NETTY {
            @Override
            Served serve(Consumer<? super Transport> acceptor, Setup setup) {
                HttpServerBuilder builder = HttpServer.builder(acceptor)
                        .limits(setup.limits())
                        .allowedOrigins(setup.origins().toArray(String[]::new))
                        .maxConnections(setup.maxConnections(), setup.maxPerPrincipal())
                        .webSocket(server -> server.threads(1).limits(setup.webSocketLimits()));
                if (setup.authenticator() != null) {
                    builder.authenticator(setup.authenticator());
                }
                if (setup.anyMessage()) {
                    builder.anyMessage();
                }
                if (setup.tls() != null) {
                    builder.tls(WsTls.pem(setup.tls().certificate(), setup.tls().key()));
                }
                return new OnNetty(builder.start());
            }
        },
        TOMCAT {
            @Override
            Served serve(Consumer<? super Transport> acceptor, Setup setup) throws Exception {
                return Containers.tomcat(acceptor, setup);
            }
        },
        JETTY {
            @Override
            Served serve(Consumer<? super Transport> acceptor, Setup setup) throws Exception {
                return Containers.jetty(acceptor, setup);
            }
        };

        abstract Served serve(Consumer<? super Transport> acceptor, Setup setup) throws Exception;
    }

    /** The server of this module. */
    record OnNetty(HttpServer server) implements Served {

        @Override
        public URI uri() {
            return server.uri();
        }

        @Override
        public int connections() {
            return server.connections();
        }

        @Override
        public CompletionStage<Void> shutdown(Duration grace) {
            return server.shutdown(grace);
        }

        @Override
        public void close() {
            server.shutdown(Duration.ZERO).toCompletableFuture().join();
        }
    }
}
