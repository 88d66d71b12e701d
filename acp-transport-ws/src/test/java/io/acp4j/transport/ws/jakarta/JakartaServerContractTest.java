package io.acp4j.transport.ws.jakarta;

import io.acp4j.rpc.transport.Transport;
import org.junit.jupiter.api.Tag;

/** The contract seen from the server. */
@Tag("full")
class JakartaServerContractTest extends JakartaContract {

    @Override
    Transport near(Ends ends) {
        return ends.accepted();
    }

    @Override
    Transport far(Ends ends) {
        return ends.client();
    }
}
