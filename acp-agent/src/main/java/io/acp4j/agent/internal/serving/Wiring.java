package io.acp4j.agent.internal.serving;

import io.acp4j.agent.SessionContext;
import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.agent.internal.connection.DefaultAgentConnection;
import io.acp4j.agent.internal.connection.Introductions;
import io.acp4j.agent.internal.protocol.OpeningMethod;
import io.acp4j.agent.internal.protocol.ProtocolRules;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects the author's handlers with the methods of the protocol, for one connection. */
public final class Wiring {

    private final AgentConfiguration configuration;
    private final DefaultAgentConnection connection;
    private final Turns turns;
    private final SessionLifecycle lifecycle;
    private final SessionRequests requests;

    private Wiring(AgentConfiguration configuration, DefaultAgentConnection connection) {
        this.configuration = configuration;
        this.connection = connection;
        this.turns = new Turns(configuration, connection.sessions(), connection.peer());
        this.lifecycle = new SessionLifecycle(
                configuration,
                connection.sessions(),
                connection.peer(),
                connection.introductions(),
                connection.openings());
        this.requests = new SessionRequests(configuration, connection.sessions(), turns, connection.peer());
    }

    static ProtocolHandlers handlers(AgentConfiguration configuration, DefaultAgentConnection connection) {
        Wiring wiring = new Wiring(configuration, connection);
        // Handlers keep the wiring for as long as the connection lives, and so it does not keep the builder.
        ProtocolHandlers.Builder handlers = ProtocolHandlers.builder();
        wiring.introductions(handlers);
        wiring.openers(handlers);
        wiring.turns(handlers);
        wiring.sessions(handlers);
        new UnstableWiring(connection, handlers).add(configuration.handlers(), wiring.requests);
        wiring.rest(handlers);
        configuration.handlers().lowLevel.forEach(route -> route.addTo(handlers, connection));
        configuration.versions().all().forEach(rules -> wiring.version(handlers, rules));
        return handlers.build();
    }

    /** Adds what only one version has, or has in another way; what the author handles at this level comes first there, too. */
    private void version(ProtocolHandlers.Builder handlers, ProtocolRules rules) {
        if (!(rules instanceof VersionHandlers version)) {
            return;
        }
        AgentParts parts = new AgentParts(configuration, connection, turns, lifecycle, requests);
        handlers.in(rules.dialect(), own -> {
            version.addTo(own, parts);
            configuration.handlers().lowLevel.forEach(route -> route.addTo(own, connection));
        });
    }

    private void introductions(ProtocolHandlers.Builder handlers) {
        Introductions introductions = connection.introductions();
        RequestMethod<InitializeRequest, InitializeResponse> method =
                configuration.versions().method();
        handlers.openedBy(method, introductions::select);
        handlers.onRequestAsync(
                method, (request, context) -> CompletableFuture.completedFuture(introductions.initialize(request)));
        if (configuration.handlers().authenticate != null) {
            var handler = configuration.handlers().authenticate;
            handlers.onRequest(
                    Methods.AUTHENTICATE,
                    connection.served((request, context) -> introductions.authenticate(handler, request, context)));
        }
        if (configuration.handlers().logout != null) {
            var handler = configuration.handlers().logout;
            handlers.onRequest(
                    Methods.LOGOUT,
                    connection.served((request, context) -> introductions.logout(handler, request, context)));
        }
    }

    private void openers(ProtocolHandlers.Builder handlers) {
        AgentHandlers author = configuration.handlers();
        if (author.newSession != null) {
            var opener = author.newSession;
            handlers.onRequest(
                    Methods.SESSION_NEW,
                    connection.served(
                            (request, context) -> lifecycle.open(OpeningMethod.NEW, opener, request, context)));
        }
        reopener(
                handlers,
                Methods.SESSION_LOAD,
                () -> OpeningMethod.LOAD,
                LoadSessionRequest::sessionId,
                author.loadSession);
        reopener(
                handlers,
                Methods.SESSION_RESUME,
                () -> OpeningMethod.RESUME,
                ResumeSessionRequest::sessionId,
                author.resumeSession);
        if (author.forkSession != null) {
            var opener = author.forkSession;
            handlers.onRequestAsync(Methods.SESSION_FORK, connection.afterOpening(lifecycle.forking(opener)));
        }
    }

    private <P, R> void reopener(
            ProtocolHandlers.Builder handlers,
            RequestMethod<P, R> wire,
            Supplier<OpeningMethod<P, R>> method,
            Function<P, SessionId> session,
            @Nullable RequestHandler<P, R, SessionContext> opener) {
        if (opener != null) {
            handlers.onRequestAsync(
                    wire,
                    connection.servedAsync((request, context) -> lifecycle.inOrder(
                            session.apply(request),
                            context,
                            () -> lifecycle.open(method.get(), opener, request, context))));
        }
    }

    private void turns(ProtocolHandlers.Builder handlers) {
        handlers.onRequestAsync(Methods.SESSION_PROMPT, connection.afterOpeningAsync(turns::begin));
        handlers.onNotification(
                Methods.SESSION_CANCEL,
                connection.taken((notification, unused) -> connection
                        .openings()
                        .cancel(notification.sessionId(), connection.executor(), () -> turns.cancel(notification))));
    }

    private void sessions(ProtocolHandlers.Builder handlers) {
        if (configuration.handlers().listSessions != null) {
            var handler = configuration.handlers().listSessions;
            handlers.onRequest(
                    Methods.SESSION_LIST,
                    connection.served((request, context) -> requests.list(handler, request, context)));
        }
        if (configuration.handlers().setMode != null) {
            var handler = configuration.handlers().setMode;
            handlers.onRequestAsync(
                    Methods.SESSION_SET_MODE,
                    connection.afterOpening((request, context) -> requests.setMode(handler, request)));
        }
        if (configuration.handlers().setConfigOption != null) {
            var handler = configuration.handlers().setConfigOption;
            handlers.onRequestAsync(
                    Methods.SESSION_SET_CONFIG_OPTION,
                    connection.afterOpening((request, context) -> requests.setConfigOption(handler, request, context)));
        }
        if (configuration.handlers().setConfigOption == null
                && configuration.declared().options() != null) {
            handlers.onRequestAsync(
                    Methods.SESSION_SET_CONFIG_OPTION,
                    connection.afterOpening((request, context) -> requests.chooseConfigOption(request)));
        }
        if (configuration.handlers().closeSession != null) {
            var handler = configuration.handlers().closeSession;
            handlers.onRequestAsync(
                    Methods.SESSION_CLOSE,
                    connection.endingAsync((request, context) -> requests.close(handler, request, context)));
        }
        if (configuration.handlers().deleteSession != null) {
            var handler = configuration.handlers().deleteSession;
            handlers.onRequestAsync(
                    Methods.SESSION_DELETE,
                    connection.endingAsync((request, context) -> requests.delete(handler, request, context)));
        }
    }

    private void rest(ProtocolHandlers.Builder handlers) {
        Handlers.RawRequestHandler other = configuration.handlers().otherRequest;
        if (other != null) {
            handlers.onOtherRequest(
                    (method, params, context) -> other.handle(method, params, connection.shown(context)));
        }
        Handlers.RawNotificationHandler notified = configuration.handlers().otherNotification;
        if (notified != null) {
            handlers.onOtherNotification((method, params, unused) -> notified.handle(method, params, connection));
        }
    }
}
