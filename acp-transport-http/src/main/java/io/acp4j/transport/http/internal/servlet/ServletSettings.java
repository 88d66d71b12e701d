package io.acp4j.transport.http.internal.servlet;

import io.acp4j.transport.http.internal.server.ServingSettings;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsLimits;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a servlet serves.
 *
 * @param serving how requests are served
 * @param webSocketLimits the limits of each WebSocket
 * @param authenticator decides who may send requests; null when the container does
 * @param allowedOrigins the origins of web pages that may send requests, in lower case
 * @param allowedHosts the hosts that may be asked for, in lower case; empty for those of this machine where it alone can ask
 */
public record ServletSettings(
        ServingSettings serving,
        WsLimits webSocketLimits,
        @Nullable WsAuthenticator authenticator,
        Set<String> allowedOrigins,
        Set<String> allowedHosts) {}
