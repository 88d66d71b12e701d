package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;
import org.junit.jupiter.api.Tag;

/** The contract seen from the server, a servlet in Tomcat. */
@Tag("full")
class TomcatServerContractTest extends HttpContract {

    @Override
    Served.Host host() {
        return Served.Host.TOMCAT;
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
