package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.SessionContext;
import io.acp4j.agent.SessionOrigin.Kind;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.internal.client.TerminalReplay;
import io.acp4j.agent.internal.client.Waits;
import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.agent.internal.connection.DeclaredSettings;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.OpeningMethod;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.DefaultSessionContext;
import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkHistory;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.branching.ForkRequestOptions;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens stored sessions, with what the author's own openers return about modes, options and the like.
 *
 * <p>A session that is made here is stored first, then opened, then named in a response, and only then listed; when any of that
 * fails, nothing of it is left.
 */
public final class StoredOpeners {

    /** How long a repeated request to fork waits for those that it repeats, in all. */
    private static final long REPETITION_SECONDS = 30;

    private final StoredSessions stored;

    StoredOpeners(StoredSessions stored) {
        this.stored = stored;
    }

    /** Puts the openers of stored sessions in front of those of the author. */
    void addTo(AgentHandlers handlers, DeclaredSettings declared) {
        handlers.newSession = opener(OpeningMethod.NEW, declared, handlers.newSession, this::make);
        handlers.loadSession = opener(OpeningMethod.LOAD, declared, handlers.loadSession, (request, setup) -> {
            Recorder recorder = reopen(request.sessionId(), setup, Replay.BEGINNING);
            TerminalReplay replay = setup.peer().replayTo(request.sessionId(), setup::replayStored);
            Replay.of(recorder.tree(), replay);
            replay.end();
            return recorder;
        });
        handlers.resumeSession = opener(
                OpeningMethod.RESUME,
                declared,
                handlers.resumeSession,
                (request, setup) -> reopen(request.sessionId(), setup, null));
        handlers.forkSession = stored.options().forks() == SessionServiceOptions.ForkSupport.NONE
                ? null
                : opener(OpeningMethod.FORK, declared, handlers.forkSession, this::fork);
    }

    /** Finds or makes the stored session of a request, has its setup record it, and returns its recorder. */
    private interface Preparation<P> {
        Recorder prepare(P request, DefaultSessionContext setup);
    }

    /** Returns an opener for stored sessions: they are stored and open before the author's is called. */
    private <P, R> RequestHandler<P, R, SessionContext> opener(
            OpeningMethod<P, R> method,
            DeclaredSettings declared,
            @Nullable RequestHandler<P, R, SessionContext> author,
            Preparation<P> preparation) {
        RequestHandler<P, R, SessionContext> plain =
                (request, setup) -> method.plain().apply(setup.sessionId());
        RequestHandler<P, R, SessionContext> completed = declared.opener(() -> method, author == null ? plain : author);
        return (request, shown) -> {
            DefaultSessionContext setup = (DefaultSessionContext) shown;
            Recorder recorder = preparation.prepare(request, setup);
            SessionId id = setup.sessionId();
            R response = (setup.isRepeated() ? plain : completed).handle(request, setup);
            requireSame(id, method.made().apply(response));
            OpenedState said = method.state().apply(response);
            if (method.kind() == Kind.NEW) {
                recorder.description().begin(said);
            }
            if (!setup.isRepeated()) {
                recorder.description().surroundings(method.surroundings().apply(request));
            }
            OpenedState state = recorder.description().opened(said);
            return method.completed().apply(response, method.kind() == Kind.FORK ? fork(state, setup) : state);
        };
    }

    /** Returns what the response says of a fork, which includes whether its history follows. */
    private OpenedState fork(OpenedState state, DefaultSessionContext setup) {
        boolean follows = stored.options().replayOnFork() && !setup.isRepeated();
        return new OpenedState(state.modes(), state.options(), new ForkHistory(follows, false).into(state.meta()));
    }

    private Recorder make(NewSessionRequest request, DefaultSessionContext setup) {
        SessionId id = setup.sessionId();
        withhold(id, setup);
        Recorder recorder = create(request, id, setup);
        setup.onFailure(() -> stored.discard(id));
        setup.recordWith(recorder);
        return recorder;
    }

    /** Returns a new conversation, or one that begins anew where a known one began. */
    private Recorder create(NewSessionRequest request, SessionId id, DefaultSessionContext setup) {
        String principal = setup.client().principal();
        SessionOwner owner = SessionOwner.of(setup);
        SessionLineage lineage = SessionLineage.of(request.meta());
        SessionId parent = lineage == null ? null : lineage.parentSessionId();
        StoredSession source = parent == null || stored.options().forks() == SessionServiceOptions.ForkSupport.NONE
                ? null
                : stored.find(parent, principal);
        if (lineage == null || source == null) {
            NewSession session = NewSession.builder(id, request.cwd())
                    .additionalDirectories(request.additionalDirectories())
                    .attributes(StoredSettings.attributes(request.systemPrompt()))
                    .principal(principal)
                    .build();
            return stored.made(stored.repository().create(session), owner);
        }
        ForkSpec fork = ForkSpec.builder(source.id(), id)
                .at(ForkPoint.first(0))
                .label(lineage.label())
                .directories(request.cwd(), request.additionalDirectories())
                .principal(principal)
                .build();
        return stored.made(opened(stored.repository().openFork(fork, source)), owner);
    }

    private static SessionTree opened(Fork made) {
        return Objects.requireNonNull(made.tree(), "a fork that was made is open");
    }

    private Recorder fork(ForkSessionRequest request, DefaultSessionContext setup) {
        if (setup.source() instanceof DefaultAgentSession source) {
            source.settle();
        }
        SessionId id = setup.sessionId();
        withhold(id, setup);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPETITION_SECONDS);
        Fork fork = made(request, setup, end);
        while (fork.repeated()) {
            try {
                return again(fork.session().id(), setup);
            } catch (BranchException e) {
                if (!e.reason().equals(BranchException.UNKNOWN_SESSION) || System.nanoTime() - end > 0) {
                    throw e;
                }
                // Another process made it and has discarded it since.
                fork = made(request, setup, end);
            }
        }
        setup.onFailure(() -> stored.discard(id));
        Recorder recorder = stored.made(opened(fork), SessionOwner.of(setup));
        setup.recordWith(recorder);
        SessionTree tree = recorder.tree();
        HistoryEntry plan = tree.snapshot().latest(NodeKind.PLAN);
        setup.onResponded(session -> showInherited(tree, plan, session));
        return recorder;
    }

    /** Makes a fork; while an earlier request of the same key still makes it, waits for what becomes of that. */
    private Fork made(ForkSessionRequest request, DefaultSessionContext setup, long end) {
        while (true) {
            Fork fork = stored(request, setup);
            if (!fork.repeated()) {
                return fork;
            }
            SessionId made = fork.session().id();
            CompletableFuture<Void> pending = stored.announcements().pending(made);
            // Looked up last: what has been discarded meanwhile is gone by now.
            if (pending == null && stored.find(made, setup.client().principal()) != null) {
                return fork;
            }
            long left = end - System.nanoTime();
            if (left <= 0 || (pending != null && !ends(pending, left, setup))) {
                throw BranchException.state(
                        BranchException.SESSION_IN_USE,
                        made,
                        "An earlier request with the same key is still making the fork; repeat it later");
            }
        }
    }

    /** Stores and opens a fork, unless an earlier request of the same key has made it. */
    private Fork stored(ForkSessionRequest request, DefaultSessionContext setup) {
        ForkRequestOptions options = StoredForks.options(request);
        StoredSession source = stored.find(request.sessionId(), setup.client().principal());
        if (source == null) {
            throw BranchException.unknownSession(request.sessionId());
        }
        stored.options().forkPolicy().check(request, source, setup.client());
        return stored.repository().openFork(StoredForks.spec(request, setup, options), source);
    }

    /** Returns whether something ends within a time; fails when the request is cancelled meanwhile. */
    private static boolean ends(CompletableFuture<Void> pending, long nanos, DefaultSessionContext setup) {
        CompletableFuture<Boolean> ended =
                pending.thenApply(done -> true).completeOnTimeout(false, nanos, TimeUnit.NANOSECONDS);
        return Waits.await(Waits.untilCancelled(setup.cancellation(), () -> ended, Function.<Boolean>identity()));
    }

    /** Opens the fork that an earlier request of the same key has made, unless it is open here. */
    private Recorder again(SessionId made, DefaultSessionContext setup) {
        Recorder here = setup.isOpenHere(made) ? stored.recorder(made) : null;
        Recorder recorder =
                here == null ? stored.openWritable(made, setup.client().principal(), SessionOwner.of(setup)) : here;
        stored.announcements().done(setup.sessionId());
        setup.repeats(made);
        return here == null ? open(recorder, setup) : here;
    }

    /** Shows the client what it cannot know of a fork: the plan at its point, or all of it where the agent is set so. */
    private void showInherited(SessionTree tree, @Nullable HistoryEntry plan, DefaultAgentSession session) {
        SessionOutput output = session.output();
        if (stored.options().replayOnFork()) {
            output.exclusively(() -> ForkReplay.show(tree, output));
        } else if (plan != null) {
            output.exclusively(() -> plan.updates().forEach(output::show));
        }
    }

    private Recorder reopen(SessionId id, DefaultSessionContext setup, @Nullable PathQuery history) {
        DefaultAgentSession before = setup.reopened() instanceof DefaultAgentSession open ? open : null;
        Recorder earlier = before != null && before.recorder() instanceof Recorder recorder && !recorder.isLost()
                ? recorder
                : null;
        Recorder recorder = stored.open(id, setup.client().principal(), SessionOwner.of(setup), history);
        if (before == null || earlier == null || !earlier.isDirectlyBefore(recorder)) {
            return open(recorder, setup);
        }
        // A session that cannot be opened again stays open as it was.
        setup.onFailure(() -> before.output().exclusively(() -> stored.giveBack(recorder, earlier)));
        setup.recordWith(recorder);
        return recorder;
    }

    private static Recorder open(Recorder recorder, DefaultSessionContext setup) {
        setup.onFailure(recorder::close);
        setup.recordWith(recorder);
        return recorder;
    }

    private void withhold(SessionId id, DefaultSessionContext setup) {
        Announcements announcements = stored.announcements();
        announcements.withhold(id);
        setup.onFailure(() -> announcements.done(id));
        setup.onResponding(() -> announcements.sending(id));
        setup.onOpened(() -> announcements.opened(id));
        setup.onResponded(session -> announcements.done(id));
    }

    private static void requireSame(SessionId stored, @Nullable SessionId made) {
        if (made != null && !stored.equals(made)) {
            throw new IllegalStateException("the handler returned another ID for the stored session " + stored + ": "
                    + made + "; return context.sessionId(), and set AcpAgentBuilder.sessionIds to choose IDs");
        }
    }
}
