package io.acp4j.transport.http.internal.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the three kinds of requests. Redirects are not followed: no credentials go anywhere but where they were meant for. */
final class Requests {

    static final String CONNECTION_ID = "Acp-Connection-Id";
    static final String SESSION_ID = "Acp-Session-Id";

    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

    private final ClientSettings settings;

    Requests(ClientSettings settings) {
        this.settings = settings;
    }

    private HttpRequest.Builder request(@Nullable String connection, @Nullable String session) {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.uri());
        List<String> headers = settings.headers();
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        if (connection != null) {
            request.header(CONNECTION_ID, connection);
        }
        if (session != null) {
            request.header(SESSION_ID, session);
        }
        try {
            settings.cookies().get(settings.uri(), Map.of()).forEach((name, values) -> {
                if (!values.isEmpty()) {
                    request.header(name, String.join("; ", values));
                }
            });
        } catch (IOException e) {
            LOG.warn("The store of cookies failed", e);
        }
        return request;
    }

    CompletableFuture<HttpResponse<byte[]>> post(
            @Nullable String connection, @Nullable String session, byte[] body, int maxResponseBytes) {
        HttpRequest post = request(connection, session)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return sent(settings.http().sendAsync(post, info -> new LimitedBody(maxResponseBytes)));
    }

    CompletableFuture<HttpResponse<@Nullable Void>> events(
            String connection,
            @Nullable String session,
            @Nullable String lastSeen,
            HttpResponse.BodyHandler<@Nullable Void> handler) {
        HttpRequest.Builder get = request(connection, session).header("Accept", "text/event-stream");
        if (lastSeen != null) {
            get.header("Last-Event-ID", lastSeen);
        }
        return sent(settings.http().sendAsync(get.GET().build(), handler));
    }

    CompletableFuture<?> delete(String connection) {
        HttpRequest delete = request(connection, null).DELETE().build();
        return sent(settings.http().sendAsync(delete, HttpResponse.BodyHandlers.discarding()));
    }

    private <T> CompletableFuture<HttpResponse<T>> sent(CompletableFuture<HttpResponse<T>> sending) {
        return sending.whenComplete((response, failure) -> {
            if (response != null) {
                keepCookies(response.headers().map());
            }
        });
    }

    private void keepCookies(Map<String, List<String>> headers) {
        try {
            settings.cookies().put(settings.uri(), headers);
        } catch (IOException e) {
            LOG.warn("The store of cookies failed", e);
        }
    }

    /** Returns the address for messages: nothing of a query, which may hold secrets. */
    static String describe(URI uri) {
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                + uri.getRawPath();
    }
}
