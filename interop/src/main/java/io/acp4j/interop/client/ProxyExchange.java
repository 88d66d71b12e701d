package io.acp4j.interop.client;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.proxy.ProxySuccessorNotification;
import io.acp4j.schema.proxy.ProxySuccessorRequest;
import java.util.Map;

/** Has a conductor and a proxy say to each other what only they say. */
final class ProxyExchange {

    private ProxyExchange() {}

    /** Runs the exchange; the conductor is the client of the recording and the proxy the agent. */
    static void run(WireListener recorder) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        Handlers proxy = Handlers.builder()
                .onRequest(Methods.PROXY_INITIALIZE, (request, context) -> {
                    RawJson answer = context.connection()
                            .request(
                                    Methods.PROXY_SUCCESSOR,
                                    ProxySuccessorRequest.of(
                                            Methods.INITIALIZE.name(), InitializeRequest.CODEC.toRaw(request)));
                    context.connection()
                            .notify(
                                    Methods.PROXY_SUCCESSOR_NOTIFICATION,
                                    ProxySuccessorNotification.of(
                                            "session/cancel", RawJson.of(Map.of("sessionId", "s"))));
                    return InitializeResponse.CODEC.decode(answer);
                })
                .onRequest(Methods.PROXY_SUCCESSOR, (request, context) -> RawJson.NULL)
                .onNotification(Methods.PROXY_SUCCESSOR_NOTIFICATION, (notification, connection) -> {})
                .build();
        Handlers conductor = Handlers.builder()
                .onRequest(
                        Methods.PROXY_SUCCESSOR,
                        (request, context) -> InitializeResponse.CODEC.toRaw(
                                InitializeResponse.builder(ProtocolVersion.V1).build()))
                .onNotification(Methods.PROXY_SUCCESSOR_NOTIFICATION, (notification, connection) -> {})
                .build();
        Connection served = proxy.connect(pair.agent());
        try (Connection connection = conductor.connect(
                pair.client(), ConnectionOptions.builder().listener(recorder).build())) {
            connection.request(
                    Methods.PROXY_INITIALIZE,
                    new InitializeRequest(ProtocolVersion.V1, ClientCapabilities.NONE, null, null));
            connection.notify(
                    Methods.PROXY_SUCCESSOR_NOTIFICATION,
                    ProxySuccessorNotification.of("session/update", RawJson.EMPTY_OBJECT));
            connection.request(Methods.PROXY_SUCCESSOR, ProxySuccessorRequest.of("session/request_permission", null));
        } finally {
            served.close();
        }
    }
}
