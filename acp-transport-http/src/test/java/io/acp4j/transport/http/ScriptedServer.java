package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A server whose every response the test gives itself. */
final class ScriptedServer implements ScriptedPeer {

    private final com.sun.net.httpserver.HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "scripted");
        thread.setDaemon(true);
        return thread;
    });
    private final BlockingQueue<Asked> posts = new LinkedBlockingQueue<>();
    private final BlockingQueue<Asked> others = new LinkedBlockingQueue<>();

    ScriptedServer() throws IOException {
        server = com.sun.net.httpserver.HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            Asked asked =
                    new Asked(exchange, new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            (asked.method().equals("POST") ? posts : others).add(asked);
        });
        server.start();
    }

    @Override
    public URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/acp");
    }

    @Override
    public HttpTransportBuilder client() {
        return HttpTransport.builder(uri());
    }

    @Override
    public Asked post() throws InterruptedException {
        return Puppet.take(posts);
    }

    @Override
    public boolean hasPost() {
        return !posts.isEmpty();
    }

    @Override
    public Asked other() throws InterruptedException {
        return Puppet.take(others);
    }

    @Override
    public boolean hasOther() {
        return !others.isEmpty();
    }

    /** Opens a connection for a client; returns its stream. */
    Stream open(Puppet client) throws Exception {
        client.send(RawClient.INITIALIZE);
        post().reply(200, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}", "Acp-Connection-Id", CONNECTION);
        Stream stream = other().events();
        client.next();
        return stream;
    }

    /** A request. */
    record Asked(HttpExchange exchange, String body) implements ScriptedPeer.Asked {

        @Override
        public String method() {
            return exchange.getRequestMethod();
        }

        @Override
        public @Nullable String header(String name) {
            return exchange.getRequestHeaders().getFirst(name);
        }

        @Override
        public void reply(int status, String text, String... headers) throws IOException {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            byte[] bytes = text.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        }

        @Override
        public void cutOff() {
            exchange.close();
        }

        @Override
        public void accept() throws IOException {
            reply(202, "");
        }

        @Override
        public Stream events() throws IOException {
            return events(0);
        }

        /** Opens a stream whose end is a failure, as it announces more bytes than come. */
        Stream eventsThatFail() throws IOException {
            return events(1_000_000);
        }

        private Stream events(int length) throws IOException {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, length);
            exchange.getResponseBody().flush();
            return new Stream(exchange);
        }
    }

    /** A stream of events. */
    record Stream(HttpExchange exchange) implements ScriptedPeer.Stream {

        @Override
        public void raw(byte[] bytes) throws IOException {
            OutputStream out = exchange.getResponseBody();
            out.write(bytes);
            out.flush();
        }

        @Override
        public void event(String json) throws IOException {
            raw(("data: " + json + "\n\n").getBytes(UTF_8));
        }

        @Override
        public void end() {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
