package io.acp4j.tck.internal.wire;

import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.http.Endpoint;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Opens a connection of its own to an endpoint that speaks Streamable HTTP. */
final class HttpConnector implements Connector {

    private final Subject.Http subject;
    private final Duration limit;

    HttpConnector(Subject.Http subject, Duration limit) {
        this.subject = subject;
        this.limit = limit;
    }

    @Override
    public Wire open(WireListener listener) {
        return new HttpWire(new Endpoint(subject.uri(), subject.token()), limit, listener);
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
