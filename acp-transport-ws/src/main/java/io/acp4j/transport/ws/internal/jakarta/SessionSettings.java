package io.acp4j.transport.ws.internal.jakarta;

import io.acp4j.transport.ws.WsLimits;
import java.util.concurrent.Executor;

/**
 * How messages are taken from a session.
 *
 * @param limits what is held and how long is waited
 * @param requiresInitialize whether the first message must be {@code initialize}
 * @param refusesBinary whether binary messages are refused, and not read as the text that they hold
 * @param executor runs what must not hold the container's threads
 */
public record SessionSettings(WsLimits limits, boolean requiresInitialize, boolean refusesBinary, Executor executor) {}
