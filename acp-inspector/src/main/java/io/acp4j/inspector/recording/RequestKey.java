package io.acp4j.inspector.recording;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The ID of a request with its connection, because IDs are unique only within a connection.
 *
 * @param connection the number of the connection
 * @param id the ID of the request
 */
public record RequestKey(int connection, JsonNode id) {}
