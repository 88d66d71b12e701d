package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.ForkSupport;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.SessionOrigin.Kind;
import io.acp4j.agent.internal.client.TerminalReplay;
import io.acp4j.agent.internal.client.Waits;
import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.agent.internal.connection.DeclaredSettings;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.OpeningMethod;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.DefaultSessionContext;
import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.StoreUnwritableException;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.Node;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkHistory;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens stored sessions, with what the author's own openers return about modes, options and the like.
 *
 * <p>A session that is made here is stored first, then opened, then named in a response, and only then listed; when any of that
 * fails, nothing of it is left.
 */
public final class StoredOpeners {

    private static final Logger LOG = LoggerFactory.getLogger(StoredOpeners.class);

    /** How long a repeated request to fork waits for those that it repeats, in all. */
    private static final long REPETITION_SECONDS = 30;

    private final StoredSessions stored;
    private final StoredForks forks;

    StoredOpeners(StoredSessions stored) {
        this.stored = stored;
        this.forks = new StoredForks(stored.repository(), stored.options().forkPolicy());
    }

    /** Puts the openers of stored sessions in front of those of the author. */
    void addTo(AgentHandlers handlers, DeclaredSettings declared) {
        handlers.newSession = opener(OpeningMethod.NEW, declared, handlers.newSession, this::make);
        handlers.loadSession = opener(OpeningMethod.LOAD, declared, handlers.loadSession, (request, setup) -> {
            SessionTree tree = reopen(request.sessionId(), setup);
            TerminalReplay replay = setup.peer().replayTo(request.sessionId(), setup::replayStored);
            Replay.of(tree, replay);
            replay.end();
            return tree;
        });
        handlers.resumeSession = opener(
                OpeningMethod.RESUME,
                declared,
                handlers.resumeSession,
                (request, setup) -> reopen(request.sessionId(), setup));
        handlers.forkSession = stored.options().forks() == ForkSupport.NONE
                ? null
                : opener(OpeningMethod.FORK, declared, handlers.forkSession, this::fork);
    }

    /** Finds or makes the stored session that a request is about, has its setup record it, and returns its tree. */
    private interface Preparation<P> {
        SessionTree prepare(P request, DefaultSessionContext setup);
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
            SessionTree tree = preparation.prepare(request, setup);
            SessionId id = setup.sessionId();
            R response = (setup.isRepeated() ? plain : completed).handle(request, setup);
            requireSame(id, method.made().apply(response));
            OpenedState said = method.state().apply(response);
            if (method.kind() == Kind.NEW) {
                StoredSettings.keep(tree, said.modes(), said.options());
            }
            StoredSession row = tree.session();
            if (!setup.isRepeated()) {
                keep(tree, row, method.surroundings().apply(request));
            }
            OpenedState state = stored(tree, row, said);
            return method.completed().apply(response, method.kind() == Kind.FORK ? fork(state, setup) : state);
        };
    }

    /** Returns what the response says of a session that is as it was stored. */
    private static OpenedState stored(SessionTree tree, StoredSession row, OpenedState said) {
        StoredSettings settings = StoredSettings.of(tree);
        return new OpenedState(
                settings.modes(said.modes()), settings.options(said.options()), SessionInfos.meta(row, said.meta()));
    }

    /** Stores the values that the client specifies when it opens a session, for lists and for later openings without these values. */
    private static void keep(SessionTree tree, StoredSession row, Surroundings surroundings) {
        try {
            StoredSettings.keep(tree, surroundings.systemPrompt());
            keepDirectories(tree, row, surroundings);
        } catch (StoreUnwritableException e) {
            LOG.warn("the directories and instructions of session {} are not stored: {}", row.id(), e.getMessage());
        }
    }

    private static void keepDirectories(SessionTree tree, StoredSession row, Surroundings surroundings) {
        if (!row.cwd().equals(surroundings.cwd())
                || !row.additionalDirectories().equals(surroundings.additionalDirectories())) {
            tree.directories(surroundings.cwd(), surroundings.additionalDirectories());
        }
    }

    /** Returns what the response says of a fork, which includes whether its history follows. */
    private OpenedState fork(OpenedState state, DefaultSessionContext setup) {
        boolean follows = stored.options().replayOnFork() && !setup.isRepeated();
        return new OpenedState(state.modes(), state.options(), new ForkHistory(follows, false).into(state.meta()));
    }

    private SessionTree make(NewSessionRequest request, DefaultSessionContext setup) {
        SessionId id = setup.sessionId();
        withhold(id, setup);
        Recorder recorder = create(request, id, setup);
        setup.onFailure(() -> stored.discard(id));
        setup.recordWith(recorder);
        return recorder.tree();
    }

    /** Returns a new conversation, or one that begins anew where a known one began. */
    private Recorder create(NewSessionRequest request, SessionId id, DefaultSessionContext setup) {
        String principal = setup.client().principal();
        SessionOwner owner = SessionOwner.of(setup);
        SessionLineage lineage = SessionLineage.of(request.meta());
        SessionId parent = lineage == null ? null : lineage.parentSessionId();
        StoredSession source =
                parent == null || stored.options().forks() == ForkSupport.NONE ? null : stored.find(parent, principal);
        if (lineage == null || source == null) {
            return stored.create(
                    NewSession.builder(id, request.cwd())
                            .additionalDirectories(request.additionalDirectories())
                            .principal(principal)
                            .build(),
                    owner);
        }
        ForkSpec fork = ForkSpec.of(source.id(), id)
                .at(ForkPoint.first(0))
                .label(lineage.label())
                .directories(request.cwd(), request.additionalDirectories())
                .principal(principal)
                .build();
        stored.fork(fork, source);
        return stored.open(id, owner);
    }

    private SessionTree fork(ForkSessionRequest request, DefaultSessionContext setup) {
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
        Recorder recorder = stored.open(id, SessionOwner.of(setup));
        setup.recordWith(recorder);
        setup.onResponded(session -> showInherited(recorder.tree(), session));
        return recorder.tree();
    }

    /** Makes a fork; while an earlier request of the same key still makes it, waits for what becomes of that. */
    private Fork made(ForkSessionRequest request, DefaultSessionContext setup, long end) {
        while (true) {
            Fork fork = forks.make(request, setup);
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

    /** Returns whether something ends within a time; fails when the request is cancelled meanwhile. */
    private static boolean ends(CompletableFuture<Void> pending, long nanos, DefaultSessionContext setup) {
        CompletableFuture<Boolean> ended =
                pending.thenApply(done -> true).completeOnTimeout(false, nanos, TimeUnit.NANOSECONDS);
        return Waits.await(Waits.untilCancelled(setup.cancellation(), () -> ended, Function.<Boolean>identity()));
    }

    /** Opens the fork that an earlier request of the same key has made, unless it is open here. */
    private SessionTree again(SessionId made, DefaultSessionContext setup) {
        SessionTree tree = setup.isOpenHere(made) ? stored.openTree(made) : null;
        Recorder recorder = tree == null ? stored.open(made, SessionOwner.of(setup)) : null;
        stored.announcements().done(setup.sessionId());
        setup.repeats(made);
        return recorder == null ? Objects.requireNonNull(tree) : open(recorder, setup);
    }

    /** Shows the client what it cannot know of a fork: the plan at its point, or all of it where the agent is set so. */
    private void showInherited(SessionTree tree, DefaultAgentSession session) {
        SessionOutput output = session.output();
        if (stored.options().replayOnFork()) {
            output.exclusively(() -> ForkReplay.show(tree, output));
        } else {
            Node plan = tree.latest(NodeKind.PLAN);
            if (plan != null) {
                output.exclusively(() -> plan.updates().forEach(output::show));
            }
        }
    }

    private SessionTree reopen(SessionId id, DefaultSessionContext setup) {
        DefaultAgentSession before = setup.reopened() instanceof DefaultAgentSession open ? open : null;
        Recorder earlier =
                before != null && before.recorder() instanceof Recorder recorder && isHeld(recorder) ? recorder : null;
        Recorder recorder = stored.open(id, setup.client().principal(), SessionOwner.of(setup));
        if (before == null || earlier == null) {
            return open(recorder, setup);
        }
        // A session that cannot be opened again stays open as it was.
        setup.onFailure(() -> before.output().exclusively(() -> stored.giveBack(recorder, earlier)));
        setup.recordWith(recorder);
        return recorder.tree();
    }

    private static boolean isHeld(Recorder recorder) {
        try {
            recorder.requireHeld();
            return true;
        } catch (BranchException e) {
            return false;
        }
    }

    private static SessionTree open(Recorder recorder, DefaultSessionContext setup) {
        setup.onFailure(recorder::close);
        setup.recordWith(recorder);
        return recorder.tree();
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
            throw new IllegalStateException("the opener gave the stored session " + stored + " another id, " + made
                    + "; use setup.sessionId(), and choose ids with AcpAgentBuilder.sessionIds");
        }
    }
}
