package io.acp4j.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Handlers;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.auth.LogoutResponse;
import java.util.concurrent.CompletableFuture;

/** Connects the author's handlers with the methods of the protocol, for one connection. */
final class Wiring {

    private final AgentConfiguration configuration;
    private final DefaultAgentConnection connection;
    private final Turns turns;
    private final SessionLifecycle lifecycle;
    private final SessionRequests requests;
    private final Handlers.Builder handlers = Handlers.builder();

    private Wiring(AgentConfiguration configuration, DefaultAgentConnection connection) {
        this.configuration = configuration;
        this.connection = connection;
        this.turns = new Turns(configuration, connection.sessions());
        this.lifecycle = new SessionLifecycle(configuration, connection.sessions(), connection.peer());
        this.requests = new SessionRequests(configuration, connection.sessions(), turns, connection.peer());
    }

    static Handlers handlers(AgentConfiguration configuration, DefaultAgentConnection connection) {
        Wiring wiring = new Wiring(configuration, connection);
        wiring.introductions();
        wiring.openers();
        wiring.turns();
        wiring.sessions();
        wiring.branches();
        new UnstableWiring(connection, wiring.handlers).add(configuration.unstable(), wiring.requests);
        wiring.rest();
        configuration.lowLevel().forEach(route -> route.addTo(wiring.handlers, connection));
        return wiring.handlers.build();
    }

    private void introductions() {
        Introductions introductions = connection.introductions();
        handlers.onRequestAsync(
                Methods.INITIALIZE,
                (request, context) -> CompletableFuture.completedFuture(introductions.initialize(request)));
        if (configuration.authenticate() != null) {
            var handler = configuration.authenticate();
            handlers.onRequest(
                    Methods.AUTHENTICATE,
                    connection.gated((request, context) -> introductions.authenticate(handler, request)));
        }
        if (configuration.logout() != null) {
            var handler = configuration.logout();
            handlers.onRequest(Methods.LOGOUT, connection.gated((request, context) -> {
                handler.handle(request, connection.client());
                return LogoutResponse.EMPTY;
            }));
        }
    }

    private void openers() {
        handlers.onRequest(Methods.SESSION_NEW, connection.gated(lifecycle::create));
        if (configuration.loadSession() != null) {
            var opener = configuration.loadSession();
            handlers.onRequest(
                    Methods.SESSION_LOAD,
                    connection.gated((request, context) -> lifecycle.load(opener, request, context)));
        }
        if (configuration.resumeSession() != null) {
            var opener = configuration.resumeSession();
            handlers.onRequest(
                    Methods.SESSION_RESUME,
                    connection.gated((request, context) -> lifecycle.resume(opener, request, context)));
        }
        if (configuration.forkSession() != null) {
            var opener = configuration.forkSession();
            handlers.onRequest(
                    Methods.SESSION_FORK,
                    connection.gated((request, context) -> lifecycle.fork(opener, request, context)));
        }
    }

    private void turns() {
        handlers.onRequestAsync(Methods.SESSION_PROMPT, connection.gatedAsync(turns::begin));
        handlers.onNotification(
                Methods.SESSION_CANCEL,
                connection.gatedNotification(
                        Methods.SESSION_CANCEL, (notification, unused) -> turns.cancel(notification)));
    }

    private void sessions() {
        if (configuration.listSessions() != null) {
            var handler = configuration.listSessions();
            handlers.onRequest(
                    Methods.SESSION_LIST,
                    connection.gated((request, context) -> requests.list(handler, request, context)));
        }
        if (configuration.setMode() != null) {
            var handler = configuration.setMode();
            handlers.onRequest(
                    Methods.SESSION_SET_MODE,
                    connection.gated((request, context) -> requests.setMode(handler, request)));
        }
        if (configuration.setConfigOption() != null) {
            var handler = configuration.setConfigOption();
            handlers.onRequest(
                    Methods.SESSION_SET_CONFIG_OPTION,
                    connection.gated((request, context) -> requests.setConfigOption(handler, request, context)));
        }
        if (configuration.closeSession() != null) {
            var handler = configuration.closeSession();
            handlers.onRequestAsync(
                    Methods.SESSION_CLOSE,
                    connection.gatedAsync((request, context) -> requests.close(handler, request, context)));
        }
        if (configuration.deleteSession() != null) {
            var handler = configuration.deleteSession();
            handlers.onRequestAsync(
                    Methods.SESSION_DELETE,
                    connection.gatedAsync((request, context) -> requests.delete(handler, request, context)));
        }
    }

    private void branches() {
        if (configuration.stored() != null) {
            new BranchRequests(connection.sessions(), configuration.messageIds()).addTo(handlers, connection);
        }
    }

    /** Refuses even unknown methods before {@code initialize}, so that a client hears of its first mistake first. */
    private void rest() {
        Handlers.RawRequestHandler other = configuration.otherRequest();
        handlers.onOtherRequest((method, params, context) -> {
            connection.introductions().require();
            if (other == null) {
                throw AcpErrorException.methodNotFound(method);
            }
            return other.handle(method, params, connection.shown(context));
        });
        Handlers.RawNotificationHandler notified = configuration.otherNotification();
        if (notified != null) {
            handlers.onOtherNotification((method, params, unused) -> {
                if (connection.peer().isIntroduced()) {
                    notified.handle(method, params, connection);
                }
            });
        }
    }
}
