package io.acp4j.agent;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkPoint;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.Node;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.branch.SessionLineage;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import io.acp4j.schema.v1.session.ForkSessionResponse;
import io.acp4j.schema.v1.session.LoadSessionRequest;
import io.acp4j.schema.v1.session.LoadSessionResponse;
import io.acp4j.schema.v1.session.NewSessionRequest;
import io.acp4j.schema.v1.session.NewSessionResponse;
import io.acp4j.schema.v1.session.ResumeSessionRequest;
import io.acp4j.schema.v1.session.ResumeSessionResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Opens stored sessions, with what the author's own openers say about modes, options and the like.
 *
 * <p>A session that is made here is stored first, then opened, then answered for, and only then listed; when any of that
 * fails, nothing of it is left.
 */
final class StoredOpeners {

    private final StoredSessions stored;
    private final StoredForks forks;

    StoredOpeners(StoredSessions stored) {
        this.stored = stored;
        this.forks = new StoredForks(stored);
    }

    SessionOpener<NewSessionRequest, NewSessionResponse> create(
            SessionOpener<NewSessionRequest, NewSessionResponse> author) {
        return (request, shown) -> {
            DefaultSessionSetup setup = (DefaultSessionSetup) shown;
            SessionId id = setup.sessionId();
            withhold(id, setup);
            Recorder recorder = create(request, id);
            setup.onFailure(() -> stored.discard(id));
            setup.recordWith(recorder);
            NewSessionResponse answer = answered(author.open(request, shown), "session/new");
            requireSame(id, answer.sessionId());
            SessionTree tree = recorder.tree();
            StoredSettings.keep(tree, answer.modes(), answer.configOptions());
            StoredSettings.keep(tree, request.systemPrompt());
            StoredSettings settings = StoredSettings.of(tree);
            stored.announcements().sending(id);
            return answer.toBuilder()
                    .modes(settings.modes(answer.modes()))
                    .configOptions(settings.options(answer.configOptions()))
                    .meta(SessionInfos.meta(tree.session(), answer.meta()))
                    .build();
        };
    }

    /** A new conversation, or one that begins anew where a known one began. */
    private Recorder create(NewSessionRequest request, SessionId id) {
        SessionLineage lineage = SessionLineage.of(request.meta());
        SessionId parent = lineage == null ? null : lineage.parentSessionId();
        if (lineage == null || parent == null || stored.find(parent) == null) {
            return stored.create(new NewSession(id, request.cwd(), request.additionalDirectories(), null, Map.of()));
        }
        stored.fork(ForkSpec.of(parent, id)
                .at(ForkPoint.EMPTY)
                .label(StoredForks.label(lineage.label()))
                .directories(request.cwd(), request.additionalDirectories())
                .build());
        return stored.open(id);
    }

    SessionOpener<ForkSessionRequest, ForkSessionResponse> fork(
            @Nullable SessionOpener<ForkSessionRequest, ForkSessionResponse> author) {
        return (request, shown) -> {
            DefaultSessionSetup setup = (DefaultSessionSetup) shown;
            if (setup.source() instanceof DefaultAgentSession source) {
                source.settle();
            }
            SessionId id = setup.sessionId();
            withhold(id, setup);
            Fork fork = forks.make(request, id);
            if (fork.repeated()) {
                return again(fork.session(), setup);
            }
            setup.onFailure(() -> stored.discard(id));
            Recorder recorder = stored.open(id);
            setup.recordWith(recorder);
            setup.afterResponse(session -> showInherited(recorder.tree(), session));
            ForkSessionResponse answer = author == null
                    ? ForkSessionResponse.builder(id).build()
                    : answered(author.open(request, shown), "session/fork");
            requireSame(id, answer.sessionId());
            StoredSettings.keep(recorder.tree(), request.systemPrompt());
            stored.announcements().sending(id);
            return forked(recorder.tree(), answer);
        };
    }

    /** Answers a repeated request with the fork that the first one made. */
    private ForkSessionResponse again(StoredSession made, DefaultSessionSetup setup) {
        SessionId id = made.id();
        stored.announcements().done(setup.sessionId());
        setup.repeats(id);
        SessionTree tree = setup.isOpenHere(id) ? stored.openTree(id) : null;
        if (tree == null) {
            Recorder recorder = stored.open(id);
            setup.onFailure(recorder::close);
            setup.recordWith(recorder);
            tree = recorder.tree();
        }
        return forked(tree, ForkSessionResponse.builder(id).build());
    }

    private static ForkSessionResponse forked(SessionTree tree, ForkSessionResponse answer) {
        StoredSettings settings = StoredSettings.of(tree);
        return answer.toBuilder()
                .modes(settings.modes(answer.modes()))
                .configOptions(settings.options(answer.configOptions()))
                .meta(SessionInfos.meta(tree.session(), answer.meta()))
                .build();
    }

    /** Shows the client what it cannot know of a fork: the plan at its point, or all of it where the agent is set so. */
    private void showInherited(SessionTree tree, AgentSession session) {
        SessionOutput output = ((DefaultAgentSession) session).output();
        if (stored.options().replayOnFork()) {
            output.exclusively(() -> Replay.of(tree, output::show));
        } else {
            Node plan = tree.latest(NodeKind.PLAN);
            if (plan != null) {
                output.exclusively(() -> plan.updates().forEach(output::show));
            }
        }
    }

    SessionOpener<LoadSessionRequest, LoadSessionResponse> load(
            @Nullable SessionOpener<LoadSessionRequest, LoadSessionResponse> author) {
        return (request, shown) -> {
            DefaultSessionSetup setup = (DefaultSessionSetup) shown;
            SessionTree tree = reopen(request.sessionId(), setup).tree();
            Replay.of(tree, setup::replayStored);
            LoadSessionResponse answer =
                    author == null ? LoadSessionResponse.EMPTY : answered(author.open(request, shown), "session/load");
            StoredSettings.keep(tree, request.systemPrompt());
            StoredSettings settings = StoredSettings.of(tree);
            return answer.toBuilder()
                    .modes(settings.modes(answer.modes()))
                    .configOptions(settings.options(answer.configOptions()))
                    .meta(SessionInfos.meta(tree.session(), answer.meta()))
                    .build();
        };
    }

    SessionOpener<ResumeSessionRequest, ResumeSessionResponse> resume(
            @Nullable SessionOpener<ResumeSessionRequest, ResumeSessionResponse> author) {
        return (request, shown) -> {
            DefaultSessionSetup setup = (DefaultSessionSetup) shown;
            SessionTree tree = reopen(request.sessionId(), setup).tree();
            ResumeSessionResponse answer = author == null
                    ? ResumeSessionResponse.EMPTY
                    : answered(author.open(request, shown), "session/resume");
            StoredSettings.keep(tree, request.systemPrompt());
            StoredSettings settings = StoredSettings.of(tree);
            return answer.toBuilder()
                    .modes(settings.modes(answer.modes()))
                    .configOptions(settings.options(answer.configOptions()))
                    .meta(SessionInfos.meta(tree.session(), answer.meta()))
                    .build();
        };
    }

    private Recorder reopen(SessionId id, DefaultSessionSetup setup) {
        Recorder recorder = stored.open(id);
        setup.onFailure(recorder::close);
        setup.recordWith(recorder);
        return recorder;
    }

    private void withhold(SessionId id, DefaultSessionSetup setup) {
        Announcements announcements = stored.announcements();
        announcements.withhold(id);
        setup.onFailure(() -> announcements.done(id));
        setup.afterResponse(session -> announcements.done(id));
    }

    private static <R> R answered(@Nullable R answer, String method) {
        if (answer == null) {
            throw new IllegalStateException("the opener of " + method + " returned null");
        }
        return answer;
    }

    private static void requireSame(SessionId stored, SessionId answered) {
        if (!stored.equals(answered)) {
            throw new IllegalStateException("the opener gave the stored session " + stored + " another id, " + answered
                    + "; use setup.sessionId(), and choose ids with AcpAgentBuilder.sessionIds");
        }
    }
}
