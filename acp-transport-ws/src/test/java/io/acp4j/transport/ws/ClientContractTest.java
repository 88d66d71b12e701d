package io.acp4j.transport.ws;

import io.acp4j.rpc.transport.Transport;

/** The contract seen from the client. */
class ClientContractTest extends WsContract {

    @Override
    Transport near(Ends ends) {
        return ends.client();
    }

    @Override
    Transport far(Ends ends) {
        return ends.server();
    }
}
