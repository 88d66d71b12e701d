package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** An OpenAI-compatible server on this machine that streams what it was told to say. */
public final class ScriptedModel implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A reply without anything, not even an end. */
    private static final List<ObjectNode> NEVER = List.of();

    private final Queue<List<ObjectNode>> script = new ConcurrentLinkedQueue<>();
    private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;
    private int calls;

    /** Starts the server on a free port. */
    public ScriptedModel() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("no port is free", e);
        }
        server.createContext("/v1/chat/completions", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    /** Returns the address to give to {@link ChatCompletions}. */
    URI address() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/v1");
    }

    /** Adds a reply of text, in pieces. */
    ScriptedModel says(String... pieces) {
        List<ObjectNode> deltas = new CopyOnWriteArrayList<>();
        for (String piece : pieces) {
            deltas.add(JSON.createObjectNode().put("content", piece));
        }
        script.add(deltas);
        return this;
    }

    /** Adds a reply that calls a tool; its arguments come in two pieces, as those of real models do. */
    ScriptedModel calls(String tool, String arguments) {
        int half = arguments.length() / 2;
        ObjectNode first = JSON.createObjectNode();
        ObjectNode call = first.putArray("tool_calls").addObject();
        call.put("index", 0).put("id", "call_" + ++calls).put("type", "function");
        call.putObject("function").put("name", tool).put("arguments", arguments.substring(0, half));
        ObjectNode second = JSON.createObjectNode();
        second.putArray("tool_calls")
                .addObject()
                .put("index", 0)
                .putObject("function")
                .put("arguments", arguments.substring(half));
        script.add(List.of(first, second));
        return this;
    }

    /** Adds a reply that never comes. */
    ScriptedModel hangs() {
        script.add(NEVER);
        return this;
    }

    /** Waits until a reply is asked for that never comes. */
    boolean awaitHanging() throws InterruptedException {
        return hanging.await(60, TimeUnit.SECONDS);
    }

    /** Returns what was asked so far. */
    List<JsonNode> requests() {
        return requests;
    }

    private void serve(HttpExchange exchange) throws IOException {
        requests.add(JSON.readTree(exchange.getRequestBody()));
        List<ObjectNode> deltas = script.poll();
        if (NEVER.equals(deltas)) {
            hanging.countDown();
            awaitClosed();
        }
        if (deltas == null) {
            exchange.sendResponseHeaders(500, -1);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (ObjectNode delta : deltas) {
                ObjectNode chunk = JSON.createObjectNode();
                chunk.putArray("choices").addObject().set("delta", delta);
                out.write(("data: " + chunk + "\n\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
            out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private void awaitClosed() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
