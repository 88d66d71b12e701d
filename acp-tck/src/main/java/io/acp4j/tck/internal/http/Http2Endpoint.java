package io.acp4j.tck.internal.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The same endpoint for who would rather speak HTTP/2: the JDK's client agrees on it by TLS, and offers it without TLS with its first
 * request. All requests share a socket then. A server that does not speak it responds with HTTP/1.1.
 */
public final class Http2Endpoint {

    private final Endpoint endpoint;
    private final HttpClient client;

    /** Prepares to reach an endpoint, with a limit for connecting. */
    public Http2Endpoint(Endpoint endpoint, Duration limit) {
        this.endpoint = endpoint;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .connectTimeout(limit)
                .build();
    }

    /**
     * Sends a request.
     *
     * @param limit how long the head of the response may take
     * @return what has come; the status line says which version of HTTP it was
     */
    public Exchange send(HttpCall call, Duration limit) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.uri()).timeout(limit);
        endpoint.authorized(call.headers()).forEach((name, value) -> {
            if (!value.isEmpty()) {
                request.header(name, value);
            }
        });
        byte[] body = call.body();
        request.method(
                call.method(),
                body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
        try {
            return new Received(client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the request was given up", e);
        }
    }

    /** Returns whether a response came over HTTP/2. */
    public static boolean isOverHttp2(ResponseHead head) {
        return head.line().startsWith(Received.HTTP_2);
    }

    /** A response. */
    private record Received(HttpResponse<InputStream> response) implements Exchange {

        static final String HTTP_2 = "HTTP/2 ";

        @Override
        public ResponseHead head() {
            String version = response.version() == HttpClient.Version.HTTP_2 ? HTTP_2 : "HTTP/1.1 ";
            Map<String, List<String>> headers = response.headers().map().entrySet().stream()
                    .collect(Collectors.toMap(
                            each -> each.getKey().toLowerCase(Locale.ROOT),
                            Map.Entry::getValue,
                            (one, other) -> one,
                            TreeMap::new));
            return new ResponseHead(version + response.statusCode(), response.statusCode(), headers);
        }

        @Override
        public InputStream body() {
            return response.body();
        }

        @Override
        public void patient() {
            // It is: only the head has a limit.
        }

        @Override
        public void close() {
            try {
                response.body().close();
            } catch (IOException e) {
                // It is closed already.
            }
        }
    }
}
