package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;
import org.junit.jupiter.api.Tag;

/** The contract seen from the client. */
@Tag("full")
class HttpClientContractTest extends HttpContract {

    @Override
    Transport near(Ends ends) {
        return ends.client();
    }

    @Override
    Transport far(Ends ends) {
        return ends.server();
    }
}
