package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;

/** The contract seen from the server. */
class HttpServerContractTest extends HttpContract {

    @Override
    Transport near(Ends ends) {
        return ends.server();
    }

    @Override
    Transport far(Ends ends) {
        return ends.client();
    }
}
