package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Wire;

/**
 * An initialized connection between two scenarios.
 *
 * @param wire the connection
 * @param relay what listens to it
 * @param capabilities what the kit advertised on it
 * @param earlier what scenarios have left behind on it
 */
record PooledConnection(Wire wire, Relay relay, JsonNode capabilities, EarlierUse earlier) {}
