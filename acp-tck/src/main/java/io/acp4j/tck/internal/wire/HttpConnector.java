package io.acp4j.tck.internal.wire;

import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.http.Endpoint;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Opens a connection of its own to an endpoint that speaks Streamable HTTP. */
final class HttpConnector implements Connector {

    /** Limit of a read from a socket. The waits of scenarios are shorter, and decide whether a response is late. */
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final Subject.Http subject;

    HttpConnector(Subject.Http subject) {
        this.subject = subject;
    }

    @Override
    public Wire open(WireListener listener) {
        return new HttpWire(new Endpoint(subject.uri(), subject.token()), LIMIT, listener);
    }

    @Override
    public URI http() {
        return subject.uri();
    }

    @Override
    public @Nullable String token() {
        return subject.token();
    }

    @Override
    public @Nullable String secondToken() {
        return subject.secondToken();
    }

    @Override
    public String describe() {
        return subject.toString();
    }
}
