package io.acp4j.client.internal.session;

import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionOrigin;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.UpdateListener;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.Meta;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkRequestOptions;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.update.AvailableCommand;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The four ways to open a session. */
final class SessionOpener {

    private final AgentLink link;
    private final Sessions sessions;

    /** Held while a fork is taken in: another response may name the same one, and finds it as it begins. */
    private final ReentrantLock opening = new ReentrantLock();

    SessionOpener(AgentLink link, Sessions sessions) {
        this.link = link;
        this.sessions = sessions;
    }

    CompletableFuture<ClientSession> create(NewSessionRequest request, @Nullable UpdateListener listener) {
        SessionParameters setup = Parameters.of(request);
        check(Methods.SESSION_NEW, setup);
        sessions.requireRoom();
        return link.requestAsync(
                Methods.SESSION_NEW,
                request,
                made -> listening(
                        made(
                                Methods.SESSION_NEW,
                                made.sessionId(),
                                setup,
                                new Answer(made.modes(), made.configOptions(), made.availableCommands(), made.meta())),
                        listener));
    }

    CompletableFuture<ClientSession> fork(ForkSessionRequest request, @Nullable UpdateListener listener) {
        SessionParameters setup = Parameters.of(request);
        check(Methods.SESSION_FORK, setup);
        sessions.requireRoom();
        DefaultClientSession source = sessions.findOpen(request.sessionId());
        InheritedHistory known = source != null && source.openingState().isReplayed()
                ? null
                : InheritedHistory.of(source, request, link, true);
        CompletableFuture<DefaultClientSession> asked =
                link.requestAsync(Methods.SESSION_FORK, request, made -> forked(request, setup, source, known, made));
        CompletableFuture<ClientSession> shown =
                asked.thenCompose(fork -> fork.inheriting().thenApply(done -> {
                    fork.opened();
                    return listening(fork, listener);
                }));
        return ForwardingFuture.of(shown, Function.identity(), link::thrown, () -> asked.cancel(true));
    }

    private DefaultClientSession forked(
            ForkSessionRequest request,
            SessionParameters setup,
            @Nullable DefaultClientSession source,
            @Nullable InheritedHistory known,
            ForkSessionResponse made) {
        Answer told = new Answer(made.modes(), made.configOptions(), made.availableCommands(), made.meta());
        DefaultClientSession fork;
        opening.lock();
        try {
            DefaultClientSession open = mayRepeat(request) ? sessions.findOpen(made.sessionId()) : null;
            if (open != null) {
                return open;
            }
            fork = opened(Methods.SESSION_FORK, made.sessionId(), setup, told);
            // During a replay, the history of the source is incomplete.
            fork.inherit(known == null ? InheritedHistory.of(source, request, link, false) : known, made.meta());
        } finally {
            opening.unlock();
        }
        fork.offers(told.commands());
        return fork;
    }

    /** Returns whether the agent may respond with a session that it has made for an earlier request. */
    private static boolean mayRepeat(ForkSessionRequest request) {
        try {
            ForkRequestOptions options = ForkRequestOptions.of(request.meta());
            return options != null && options.idempotencyKey() != null;
        } catch (SchemaException e) {
            return false;
        }
    }

    CompletableFuture<ClientSession> load(LoadSessionRequest request, @Nullable UpdateListener listener) {
        ResumeSessionRequest resuming = link.protocol().resuming(request);
        if (resuming != null) {
            return resume(resuming, listener);
        }
        SessionParameters setup = Parameters.of(request);
        return reopen(
                Methods.SESSION_LOAD,
                request.sessionId(),
                request,
                setup,
                listener,
                Methods.SESSION_LOAD,
                answer -> new Answer(answer.modes(), answer.configOptions(), null, answer.meta()));
    }

    CompletableFuture<ClientSession> resume(ResumeSessionRequest request, @Nullable UpdateListener listener) {
        SessionParameters setup = Parameters.of(request);
        return reopen(
                Methods.SESSION_RESUME,
                request.sessionId(),
                request,
                setup,
                listener,
                // With a replay it is loaded, whatever the request for that is called.
                request.replayFrom() == null ? Methods.SESSION_RESUME : Methods.SESSION_LOAD,
                answer ->
                        new Answer(answer.modes(), answer.configOptions(), answer.availableCommands(), answer.meta()));
    }

    private void check(RequestMethod<?, ?> method, SessionParameters setup) {
        link.require(method);
        link.members().require(method.name(), setup);
    }

    private DefaultClientSession made(
            RequestMethod<?, ?> method, SessionId id, SessionParameters setup, Answer answer) {
        DefaultClientSession session = opened(method, id, setup, answer);
        session.offers(answer.commands());
        session.opened();
        return session;
    }

    private DefaultClientSession opened(
            RequestMethod<?, ?> method, SessionId id, SessionParameters setup, Answer answer) {
        DefaultClientSession session = sessions.made(id, setup, method.name());
        session.openingState().origin(new SessionOrigin(method, answer.meta()));
        session.settings().startWith(answer.modes(), answer.options());
        return session;
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
            SessionParameters setup,
            @Nullable UpdateListener listener,
            RequestMethod<?, ?> as,
            Function<R, Answer> answer) {
        check(method, setup);
        link.require(method, request);
        if (sessions.findOpen(id) == null) {
            sessions.requireRoom();
        }
        DefaultClientSession session = sessions.findOrAdd(id);
        // Before the call, since the replay comes before the response.
        Registration subscription = listener == null ? () -> {} : session.onUpdate(listener);
        session.openingState().await(true);
        session.openingState().request(setup);
        boolean again = session.openingState().isOpen() && as.equals(Methods.SESSION_RESUME);
        SessionLoad load = as.equals(Methods.SESSION_LOAD) ? session.load() : null;
        Runnable endCancelled = session.turns().reopening();
        AtomicBoolean givenUp = new AtomicBoolean();
        CompletableFuture<ClientSession> opened;
        try {
            Function<R, ClientSession> then = result -> {
                session.openingState().reopen(setup);
                Answer told = answer.apply(result);
                session.openingState().origin(new SessionOrigin(as, told.meta()));
                session.settings().continueWith(told.modes(), told.options());
                session.offers(told.commands());
                session.opened();
                return session;
            };
            opened = load == null
                    ? link.requestAsync(method, request, then)
                    : link.requestAsync(method, request, then, (result, failure) -> {
                        load.end(failure == null);
                        if (givenUp.getAndSet(false)) {
                            if (!session.openingState().isOpen()) {
                                session.updates().dropEarly();
                            }
                            ended(session);
                        }
                    });
        } catch (RuntimeException e) {
            if (load != null) {
                load.end(false);
            }
            subscription.close();
            ended(session);
            throw e;
        }
        // Who is told that it has failed finds the session as it was before.
        CompletableFuture<ClientSession> ended = opened.whenComplete((same, failure) -> {
            if (failure == null) {
                session.openingState().await(false);
                endCancelled.run();
            } else {
                subscription.close();
                if (load == null) {
                    ended(session);
                } else {
                    load.giveUp();
                    // What still comes of it must not be taken for something else.
                    givenUp.set(true);
                    if (load.isEnded() && givenUp.getAndSet(false)) {
                        ended(session);
                    }
                }
            }
        });
        CompletableFuture<ClientSession> shown =
                again ? ended.thenCompose(same -> session.resumedAgain().thenApply(done -> same)) : ended;
        return ForwardingFuture.of(shown, Function.identity(), link::thrown, () -> opened.cancel(true));
    }

    /** Notes that a request to open a session has ended in vain. */
    private void ended(DefaultClientSession session) {
        session.openingState().await(false);
        if (!session.openingState().isOpen() && !session.openingState().isAwaited()) {
            session.openingState().request(null);
            sessions.forget(session);
        }
    }

    /** What the four responses have in common. */
    private record Answer(
            @Nullable SessionModeState modes,
            @Nullable List<SessionConfigOption> options,
            @Nullable List<AvailableCommand> commands,
            @Nullable Meta meta) {}
}
