package io.acp4j.client;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.branch.ForkWishes;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.init.SessionForkCapabilities;
import io.acp4j.schema.v1.mode.SessionModeState;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import io.acp4j.schema.v1.session.LoadSessionRequest;
import io.acp4j.schema.v1.session.NewSessionRequest;
import io.acp4j.schema.v1.session.ResumeSessionRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The four ways to open a session. */
final class SessionOpener {

    private final AgentLink link;
    private final Sessions sessions;

    SessionOpener(AgentLink link, Sessions sessions) {
        this.link = link;
        this.sessions = sessions;
    }

    CompletableFuture<ClientSession> create(NewSessionRequest request, @Nullable UpdateListener listener) {
        SessionSetup setup = new SessionSetup(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
        check(Methods.SESSION_NEW, setup);
        sessions.requireRoom();
        return link.requestAsync(
                Methods.SESSION_NEW,
                request,
                made -> made(
                        Methods.SESSION_NEW,
                        made.sessionId(),
                        setup,
                        listener,
                        new Answer(made.modes(), made.configOptions(), made.meta())));
    }

    CompletableFuture<ClientSession> fork(ForkSessionRequest request, @Nullable UpdateListener listener) {
        requireFork(request.messageId());
        SessionSetup setup = new SessionSetup(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
        check(Methods.SESSION_FORK, setup);
        sessions.requireRoom();
        return link.requestAsync(Methods.SESSION_FORK, request, made -> {
            DefaultClientSession open = mayRepeat(request) ? sessions.findOpen(made.sessionId()) : null;
            return open != null
                    ? listening(open, listener)
                    : made(
                            Methods.SESSION_FORK,
                            made.sessionId(),
                            setup,
                            listener,
                            new Answer(made.modes(), made.configOptions(), made.meta()));
        });
    }

    /** Whether the agent may answer with a session that it has made for an earlier request. */
    private static boolean mayRepeat(ForkSessionRequest request) {
        try {
            ForkWishes wishes = ForkWishes.of(request.meta());
            return wishes != null && wishes.idempotencyKey() != null;
        } catch (SchemaException e) {
            return false;
        }
    }

    CompletableFuture<ClientSession> load(LoadSessionRequest request, @Nullable UpdateListener listener) {
        SessionSetup setup = new SessionSetup(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
        return reopen(
                Methods.SESSION_LOAD,
                request.sessionId(),
                request,
                setup,
                listener,
                answer -> new Answer(answer.modes(), answer.configOptions(), answer.meta()));
    }

    CompletableFuture<ClientSession> resume(ResumeSessionRequest request, @Nullable UpdateListener listener) {
        SessionSetup setup = new SessionSetup(
                request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt());
        return reopen(
                Methods.SESSION_RESUME,
                request.sessionId(),
                request,
                setup,
                listener,
                answer -> new Answer(answer.modes(), answer.configOptions(), answer.meta()));
    }

    /** Refuses forks that the agent cannot make: one that does not know the message's member would fork the whole session. */
    void requireFork(@Nullable MessageId message) {
        link.require(Methods.SESSION_FORK);
        SessionForkCapabilities fork = link.capabilities().sessionCapabilities().fork();
        if (message != null && (fork == null || !fork.atMessageId())) {
            throw new UnsupportedCapabilityException(
                    "session/fork at a message", "agentCapabilities.sessionCapabilities.fork.atMessageId");
        }
    }

    private void check(RequestMethod<?, ?> method, SessionSetup setup) {
        link.require(method);
        setup.require(method.name(), link.capabilities());
    }

    private ClientSession made(
            RequestMethod<?, ?> method,
            SessionId id,
            SessionSetup setup,
            @Nullable UpdateListener listener,
            Answer answer) {
        DefaultClientSession session = sessions.made(id, setup, method.name());
        session.opened(new SessionOpening(method, answer.meta()));
        session.startWith(answer.modes(), answer.options());
        return listening(session, listener);
    }

    private static ClientSession listening(DefaultClientSession session, @Nullable UpdateListener listener) {
        if (listener != null) {
            session.onUpdate(listener);
        }
        return session;
    }

    private <P, R> CompletableFuture<ClientSession> reopen(
            RequestMethod<P, R> method,
            SessionId id,
            P request,
            SessionSetup setup,
            @Nullable UpdateListener listener,
            Function<R, Answer> answer) {
        check(method, setup);
        if (sessions.findOpen(id) == null) {
            sessions.requireRoom();
        }
        DefaultClientSession session = sessions.sight(id);
        // Before the call, since the replay comes before the answer.
        ClientSession.Subscription subscription = listener == null ? () -> {} : session.onUpdate(listener);
        session.awaitOpening(true);
        session.request(setup);
        if (method.equals(Methods.SESSION_LOAD)) {
            session.awaitReplay();
        }
        CompletableFuture<ClientSession> opened;
        try {
            opened = link.requestAsync(method, request, result -> {
                session.reopen(setup);
                Answer told = answer.apply(result);
                session.opened(new SessionOpening(method, told.meta()));
                session.replayed(true);
                session.continueWith(told.modes(), told.options());
                return session;
            });
        } catch (RuntimeException e) {
            giveUp(session, subscription);
            throw e;
        }
        var unused = opened.whenComplete((same, failure) -> {
            if (failure == null) {
                session.awaitOpening(false);
            } else {
                giveUp(session, subscription);
            }
        });
        return opened;
    }

    private void giveUp(DefaultClientSession session, ClientSession.Subscription subscription) {
        subscription.close();
        session.replayed(false);
        session.awaitOpening(false);
        if (!session.isOpen() && !session.isAwaited()) {
            session.request(null);
            sessions.forget(session);
        }
    }

    /** What the four answers have in common. */
    private record Answer(
            @Nullable SessionModeState modes,
            @Nullable List<SessionConfigOption> options,
            @Nullable Meta meta) {}
}
