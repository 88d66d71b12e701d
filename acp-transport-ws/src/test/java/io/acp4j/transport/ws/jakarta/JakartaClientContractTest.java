package io.acp4j.transport.ws.jakarta;

import io.acp4j.rpc.transport.Transport;

/** The contract seen from the client. */
class JakartaClientContractTest extends JakartaContract {

    @Override
    Transport near(Ends ends) {
        return ends.client();
    }

    @Override
    Transport far(Ends ends) {
        return ends.accepted();
    }
}
