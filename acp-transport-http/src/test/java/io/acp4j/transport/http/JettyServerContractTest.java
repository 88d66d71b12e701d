package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;
import org.junit.jupiter.api.Tag;

/** The contract seen from the server, a servlet in Jetty. */
@Tag("full")
class JettyServerContractTest extends HttpContract {

    @Override
    Served.Host host() {
        return Served.Host.JETTY;
    }

    @Override
    Transport near(Ends ends) {
        return ends.server();
    }

    @Override
    Transport far(Ends ends) {
        return ends.client();
    }
}
