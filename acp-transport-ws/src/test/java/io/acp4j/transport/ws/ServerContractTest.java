package io.acp4j.transport.ws;

import io.acp4j.rpc.transport.Transport;

/** The contract seen from the server. */
class ServerContractTest extends WsContract {

    @Override
    Transport near(Ends ends) {
        return ends.server();
    }

    @Override
    Transport far(Ends ends) {
        return ends.client();
    }
}
