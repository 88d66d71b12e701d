package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A server whose every response the test gives itself. */
final class ScriptedServer extends ScriptedPeer<ScriptedServer.Asked> {

    private final com.sun.net.httpserver.HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "scripted");
        thread.setDaemon(true);
        return thread;
    });

    ScriptedServer() throws IOException {
        server = com.sun.net.httpserver.HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            received(new Asked(exchange, new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
        });
        server.start();
    }

    @Override
    URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/acp");
    }

    @Override
    HttpTransportBuilder client() {
        return HttpTransport.builder(uri());
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
