package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Wire;
import java.util.List;
import java.util.Set;

/**
 * An initialized connection between two scenarios.
 *
 * @param wire the connection
 * @param relay what listens to it
 * @param capabilities what the kit advertised on it
 * @param opening the messages by which it was initialized
 * @param sessions the sessions that scenarios have seen on it, of which something may still come
 * @param uses how many scenarios have had it
 */
record PooledConnection(
        Wire wire, Relay relay, JsonNode capabilities, List<Entry> opening, Set<String> sessions, int uses) {

    PooledConnection {
        opening = List.copyOf(opening);
        sessions = Set.copyOf(sessions);
    }
}
