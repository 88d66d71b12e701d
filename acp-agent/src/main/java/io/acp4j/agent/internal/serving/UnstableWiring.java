package io.acp4j.agent.internal.serving;

import io.acp4j.agent.ClientRequestContext;
import io.acp4j.agent.UnstableHandlers;
import io.acp4j.agent.internal.client.DefaultClientRequestContext;
import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.agent.internal.connection.DefaultAgentConnection;
import io.acp4j.agent.internal.connection.Results;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.provider.DisableProviderResponse;
import io.acp4j.schema.provider.SetProviderResponse;
import io.acp4j.schema.session.UnarchiveSessionResponse;
import org.jspecify.annotations.Nullable;

/** Connects the author's handlers with the methods that the protocol has not settled, for one connection. */
public final class UnstableWiring {

    private final DefaultAgentConnection connection;
    private final ProtocolHandlers.Builder handlers;

    UnstableWiring(DefaultAgentConnection connection, ProtocolHandlers.Builder handlers) {
        this.connection = connection;
        this.handlers = handlers;
    }

    void add(AgentHandlers unstable, SessionRequests requests) {
        add(Methods.AUTH_STATUS, unstable.authStatus);
        add(Methods.SESSION_STATUS, unstable.status);
        add(Methods.SESSION_SET_TITLE, unstable.title);
        if (unstable.archive != null && unstable.unarchive != null) {
            var archiving = unstable.archive;
            var unarchiving = unstable.unarchive;
            handlers.onRequestAsync(
                    Methods.SESSION_ARCHIVE,
                    connection.endingAsync((request, context) -> requests.archive(archiving, request, context)));
            add(Methods.SESSION_UNARCHIVE, (request, context) -> {
                unarchiving.handle(request, context);
                return UnarchiveSessionResponse.EMPTY;
            });
        }
        if (unstable.providers != null) {
            add(unstable.providers);
        }
    }

    private void add(UnstableHandlers.ProviderHandlers providers) {
        add(Methods.PROVIDERS_LIST, providers::list);
        add(Methods.PROVIDERS_SET, (request, context) -> {
            providers.set(request, context);
            return SetProviderResponse.EMPTY;
        });
        add(Methods.PROVIDERS_DISABLE, (request, context) -> {
            providers.disable(request, context);
            return DisableProviderResponse.EMPTY;
        });
    }

    private <P, R> void add(RequestMethod<P, R> method, @Nullable RequestHandler<P, R, ClientRequestContext> handler) {
        if (handler != null) {
            handlers.onRequest(method, connection.served((request, context) -> {
                try (DefaultClientRequestContext served = new DefaultClientRequestContext(connection.peer(), context)) {
                    return Results.notNull(handler.handle(request, served), context.method());
                }
            }));
        }
    }
}
