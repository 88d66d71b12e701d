package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends requests as they are written in a test, and reads streams of events. */
final class RawClient {

    static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":1,\"clientCapabilities\":{}}}";

    static final String ID = "Acp-Connection-Id";

    final HttpClient http;
    final URI uri;
    private final List<String> always = new ArrayList<>();

    RawClient(HttpClient http, URI uri, String... always) {
        this.http = http;
        this.uri = uri;
        this.always.addAll(List.of(always));
    }

    HttpRequest.Builder request(String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60));
        List<String> all = new ArrayList<>(always);
        all.addAll(List.of(headers));
        for (int i = 0; i < all.size(); i += 2) {
            request.header(all.get(i), all.get(i + 1));
        }
        return request;
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String body, String... headers) throws IOException, InterruptedException {
        return send(request(headers)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    CompletableFuture<HttpResponse<String>> postLater(String body, String... headers) {
        return http.sendAsync(
                request(headers)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> delete(String... headers) throws IOException, InterruptedException {
        return send(request(headers).DELETE());
    }

    /** Opens a connection; returns its identifier. */
    String initialize() throws IOException, InterruptedException {
        HttpResponse<String> response = post(INITIALIZE);
        if (response.statusCode() != 200) {
            throw new AssertionError("initialize: " + response.statusCode() + " " + response.body());
        }
        return response.headers().firstValue(ID).orElseThrow();
    }

    Events open(String connection, @Nullable String session, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(headers).header("Accept", "text/event-stream").header(ID, connection);
        if (session != null) {
            request.header("Acp-Session-Id", session);
        }
        // The time-out is for the head only.
        return new Events(http.send(request.GET().build(), HttpResponse.BodyHandlers.ofInputStream()));
    }

    /** A stream of events as it comes in. */
    static final class Events {

        /** Behind the last of the data. */
        private static final String NO_MORE = "";

        final int status;
        final HttpResponse<InputStream> response;
        /** Requests for a sign of life, which are not among the messages. */
        final BlockingQueue<String> pings = new LinkedBlockingQueue<>();

        /** Completes with the first line of the stream. */
        final CompletableFuture<String> firstLine = new CompletableFuture<>();

        final List<String> comments = new CopyOnWriteArrayList<>();
        final List<String> ids = new CopyOnWriteArrayList<>();
        final CompletableFuture<String> end = new CompletableFuture<>();
        private final BlockingQueue<String> data = new LinkedBlockingQueue<>();
        private volatile @Nullable Exception failure;

        Events(HttpResponse<InputStream> response) {
            this.response = response;
            this.status = response.statusCode();
            if (status == 200) {
                Thread reader = new Thread(this::read, "events");
                reader.setDaemon(true);
                reader.start();
            }
        }

        private void read() {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
                String line;
                while ((line = in.readLine()) != null) {
                    firstLine.complete(line);
                    if (line.startsWith("data: ") && line.contains("\"method\":\"_acp4j/keep_alive\"")) {
                        pings.add(line.substring("data: ".length()));
                    } else if (line.startsWith("data: ")) {
                        data.add(line.substring("data: ".length()));
                    } else if (line.startsWith("id: ")) {
                        ids.add(line.substring("id: ".length()));
                    } else if (line.startsWith(":")) {
                        comments.add(line);
                    }
                }
                ended("end");
            } catch (IOException | UncheckedIOException e) {
                failure = e;
                ended("failure");
            }
        }

        private void ended(String how) {
            data.add(NO_MORE);
            end.complete(how);
        }

        String text() throws InterruptedException {
            String next = Puppet.take(data);
            if (next.equals(NO_MORE)) {
                data.add(NO_MORE);
                throw new AssertionError("the stream has ended, its comments are " + comments, failure);
            }
            return next;
        }

        JsonNode next() throws IOException, InterruptedException {
            return Puppet.JSON.readTree(text());
        }

        boolean isEmpty() {
            return data.isEmpty() || NO_MORE.equals(data.peek());
        }

        String awaitEnd() throws Exception {
            return end.get(60, TimeUnit.SECONDS);
        }

        void cut() throws IOException {
            response.body().close();
        }
    }
}
