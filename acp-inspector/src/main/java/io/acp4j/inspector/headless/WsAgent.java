package io.acp4j.inspector.headless;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.WsTransport;
import io.acp4j.transport.ws.WsTransportBuilder;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** An agent that serves WebSockets. */
final class WsAgent {

    private WsAgent() {}

    /**
     * Connects to it.
     *
     * @param bearerVariable the environment variable with its token; null for none
     */
    static Transport connect(URI address, @Nullable String bearerVariable) throws IOException, InterruptedException {
        WsTransportBuilder builder = WsTransport.builder(address);
        if (bearerVariable == null) {
            return builder.connect();
        }
        String token = System.getenv(bearerVariable);
        if (token == null) {
            throw new IOException("the variable " + bearerVariable + " is not set");
        }
        return builder.bearerToken(token).connect();
    }
}
