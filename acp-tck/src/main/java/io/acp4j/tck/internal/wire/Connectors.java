package io.acp4j.tck.internal.wire;

import io.acp4j.tck.Subject;
import java.time.Duration;

/** Finds the way to a subject. */
public final class Connectors {

    private Connectors() {}

    /** Builds the connector for a subject; {@code limit} bounds the time to connect. */
    public static Connector to(Subject subject, Duration limit) {
        if (subject instanceof Subject.Command command) {
            return new ProcessConnector(command);
        }
        if (subject instanceof Subject.WebSocket webSocket) {
            return new WebSocketConnector(webSocket, limit);
        }
        if (subject instanceof Subject.Http http) {
            return new HttpConnector(http);
        }
        throw new IllegalArgumentException("No way to reach " + subject);
    }
}
