package io.acp4j.transport.ws.internal.wire;

import io.acp4j.transport.ws.WsLimits;

/**
 * How messages are taken from a connection.
 *
 * @param limits what is held and how long is waited
 * @param requiresInitialize whether the first message must be {@code initialize}
 * @param refusesBinary whether binary messages are refused, and not read as the text that they hold
 */
public record WireSettings(WsLimits limits, boolean requiresInitialize, boolean refusesBinary) {}
