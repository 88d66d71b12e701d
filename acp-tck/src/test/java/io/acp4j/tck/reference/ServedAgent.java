package io.acp4j.tck.reference;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Connectors;
import java.io.IOException;

/** A reference agent that is served over a transport. */
public final class ServedAgent implements AutoCloseable {

    /** The prompt for which an agent without the prompt vocabulary works until it is cancelled. */
    public static final String LONG_PROMPT = "Write a very long story";

    private final Connector connector;
    private final Stop stop;

    /** The transports of agents. */
    public enum Transport {
        /** A stream of lines. */
        STREAM,
        /** A WebSocket for each connection. */
        WEBSOCKET,
        /** Streamable HTTP. */
        HTTP
    }

    private interface Stop {
        void run() throws IOException;
    }

    private ServedAgent(Connector connector, Stop stop) {
        this.connector = connector;
        this.stop = stop;
    }

    /** Serves an agent in a version of the protocol. */
    public static ServedAgent over(Transport transport, int version, Faults faults, Settings settings)
            throws IOException {
        return switch (transport) {
            case STREAM ->
                new ServedAgent(
                        version == 1 ? new ReferenceConnector(faults) : ReferenceConnector.ofV2(faults), () -> {});
            case WEBSOCKET -> {
                ReferenceEndpoint endpoint = new ReferenceEndpoint(faults, version);
                Subject subject = Subject.webSocket(endpoint.uri());
                yield new ServedAgent(Connectors.to(subject, settings.startupTimeout()), endpoint::close);
            }
            case HTTP -> {
                ReferenceHttpEndpoint endpoint = new ReferenceHttpEndpoint(faults, version);
                yield new ServedAgent(Connectors.to(endpoint.subject(), settings.startupTimeout()), endpoint::close);
            }
        };
    }

    /** Makes an agent follow plain prompts instead of the prompt vocabulary, and show in each turn what a coding agent shows. */
    public static Faults withoutVocabulary(Faults faults) {
        return faults.flag("knows-no-words").flag("works-in-each-turn");
    }

    /** Returns the connector to the agent. */
    public Connector connector() {
        return connector;
    }

    @Override
    public void close() throws IOException {
        stop.run();
    }
}
