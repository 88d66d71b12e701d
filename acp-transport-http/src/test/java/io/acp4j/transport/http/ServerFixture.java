package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.testing.Certificates;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** A server of one kind for each test, and clients that send raw requests to it. */
abstract class ServerFixture {

    static final String NEW_SESSION = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{}}";
    static final String ID = "Acp-Connection-Id";
    static final String SESSION = "Acp-Session-Id";

    /** After which a container tries to write, and so finds out that nobody reads. */
    static final Duration SOON = Duration.ofMillis(500);

    final BlockingQueue<Puppet> agents = new LinkedBlockingQueue<>();

    @Nullable
    Served server;

    abstract Served.Host host();

    abstract boolean isHttp2();

    Served serve(Consumer<? super Transport> acceptor, HttpLimits limits) throws Exception {
        Served.Setup setup = Served.Setup.DEFAULT.with(limits);
        return host().serve(acceptor, isHttp2() ? setup.withTls(Certificates.localhost()) : setup);
    }

    RawClient client(Served of) throws Exception {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        if (isHttp2()) {
            client.version(HttpClient.Version.HTTP_2).sslContext(Certificates.context(Certificates.localhost(), null));
        }
        return new RawClient(client.build(), of.uri());
    }

    RawClient start(HttpLimits limits) throws Exception {
        Served started = serve(Puppet.agents(agents), limits);
        server = started;
        return client(started);
    }

    RawClient start() throws Exception {
        return start(HttpLimits.defaults());
    }

    @AfterEach
    void close() throws Exception {
        if (server != null) {
            server.shutdown(Duration.ZERO).toCompletableFuture().get(60, TimeUnit.SECONDS);
            server.close();
        }
    }

    static String request(int id, String method, String session) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{\"sessionId\":\""
                + session + "\"}}";
    }
}
