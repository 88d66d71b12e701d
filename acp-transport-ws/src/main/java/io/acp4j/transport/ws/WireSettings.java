package io.acp4j.transport.ws;

/**
 * How messages are taken from a connection.
 *
 * @param limits what is held and how long is waited
 * @param requiresInitialize whether the first message must be {@code initialize}
 * @param ignoresBinary whether binary messages are skipped, and not refused
 */
record WireSettings(WsLimits limits, boolean requiresInitialize, boolean ignoresBinary) {}
