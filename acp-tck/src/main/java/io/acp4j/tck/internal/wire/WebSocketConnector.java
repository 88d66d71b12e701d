package io.acp4j.tck.internal.wire;

import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.http.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Opens a connection of its own to a WebSocket endpoint, one message for each text frame. */
public final class WebSocketConnector implements Connector {

    private final Subject.WebSocket subject;
    private final Duration limit;
    private final HttpClient http;

    public WebSocketConnector(Subject.WebSocket subject, Duration limit) {
        this.subject = subject;
        this.limit = limit;
        this.http = HttpClient.newBuilder().connectTimeout(limit).build();
    }

    @Override
    public Wire open(WireListener listener) throws IOException {
        WebSocketWire wire = new WebSocketWire(listener);
        try {
            WebSocket.Builder builder = http.newWebSocketBuilder().connectTimeout(limit);
            if (subject.token() != null) {
                builder.header(Endpoint.AUTHORIZATION, Endpoint.bearer(subject.token()));
            }
            WebSocket socket = builder.buildAsync(subject.uri(), wire).get(limit.toNanos(), TimeUnit.NANOSECONDS);
            wire.attach(socket);
            return wire;
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Cannot connect to " + subject + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while connecting to " + subject, e);
        }
    }

    @Override
    public URI webSocket() {
        return subject.uri();
    }

    @Override
    public @Nullable String token() {
        return subject.token();
    }

    @Override
    public String describe() {
        return subject.toString();
    }
}
