package io.acp4j.transport.ws.jakarta;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How clients are served.
 *
 * @param acceptor is given the transport of each client
 * @param allowedOrigins the origins of web pages that may connect, in lower case; {@code *} for all
 * @param subprotocols those that are agreed to; null for any
 * @param session how messages are taken
 */
record EndpointSettings(
        Consumer<? super JakartaTransport> acceptor,
        Set<String> allowedOrigins,
        @Nullable List<String> subprotocols,
        SessionSettings session) {

    /** How long the acceptor may take to start a transport: until then not even its end is noticed. */
    static final long ACCEPT_MILLIS = TimeUnit.SECONDS.toMillis(10);
}
