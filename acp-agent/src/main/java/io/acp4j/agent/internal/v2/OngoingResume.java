package io.acp4j.agent.internal.v2;

import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.client.TerminalReplay;
import io.acp4j.agent.internal.client.Waits;
import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.internal.serving.AgentParts;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.KnownSessions;
import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.internal.session.SessionRecorder;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Resumes a session for the client that has it open already while its work goes on: nothing is opened anew, and the client gets, where
 * it wants that, what has been sent, and what the session does.
 */
final class OngoingResume {

    private final AgentParts parts;
    private final AgentConfiguration configuration;
    private final DefaultClient client;

    OngoingResume(AgentParts parts) {
        this.parts = parts;
        this.configuration = parts.configuration();
        this.client = parts.connection().peer();
    }

    /**
     * Resumes a session.
     *
     * @param asked where it is to work, which must be where it works
     * @param replays whether the client wants what has been sent
     * @param opens whether the agent can open sessions; where it cannot, one that does nothing is resumed so, too
     * @return what the response says of it; null when it is to be opened
     * @throws BranchException when it cannot be resumed before its work has ended
     */
    @Nullable
    OpenedState resume(SessionId id, Surroundings asked, boolean replays, boolean opens, RequestContext context) {
        DefaultAgentSession session = parts.sessions().find(id);
        if (session == null || !isResumed(session, opens)) {
            return null;
        }
        parts.connection().introductions().requireUser();
        KnownSessions stored = configuration.stored();
        if (stored != null && !stored.isKnown(id, client.principal())) {
            throw BranchException.unknownSession(id);
        }
        SessionRecorder recorder = session.recorder();
        if (!isSame(session.surroundings(), asked) || (replays && recorder == null)) {
            throw BranchException.turnInProgress(id);
        }
        if (recorder != null && !isHeld(recorder)) {
            return null;
        }
        // The history of a fork may still be on its way; another replay must not be mixed with it.
        Waits.await(Waits.untilCancelled(
                context.cancellation(), () -> session.presentation().done(), Function.identity()));
        return session.output().exclusively(() -> shown(session, replays ? recorder : null, opens, context));
    }

    /** Returns whether a session is resumed as it is: because it works, or there is no other way; none that is being closed. */
    private static boolean isResumed(DefaultAgentSession session, boolean opens) {
        return (session.turn() != null || !opens) && !session.foreground().isClosing();
    }

    private static boolean isSame(Surroundings present, Surroundings asked) {
        return asked.following(present.systemPrompt()).equals(present);
    }

    /** Returns whether nobody else has a session by now; who has lost it opens it again to take it back. */
    private static boolean isHeld(SessionRecorder recorder) {
        try {
            recorder.requireHeld();
            return true;
        } catch (BranchException e) {
            return false;
        }
    }

    /** Shows the client what it wants while nobody else sends, so that nothing is missing or shown twice. */
    private @Nullable OpenedState shown(
            DefaultAgentSession session, @Nullable SessionRecorder replayed, boolean opens, RequestContext context) {
        if (!isResumed(session, opens)) {
            return null;
        }
        SessionOutput output = session.output();
        if (replayed != null) {
            TerminalReplay replay = output.replayTo(output::repeat);
            replayed.replay(replay);
            replay.end();
        }
        session.reports().opened();
        List<SessionUpdate> known = known(session.recorder());
        context.afterResponse(() -> output.exclusively(() -> known.forEach(output::repeat)));
        SessionRecorder recorder = session.recorder();
        OpenedState state =
                new OpenedState(session.modes(), session.configOptions(), recorder == null ? null : recorder.meta());
        return parts.connection().introductions().rules().shown(state, client);
    }

    /** Returns what a client gets that opens the session: commands and usage. */
    private List<SessionUpdate> known(@Nullable SessionRecorder recorder) {
        List<SessionUpdate> known = new ArrayList<>(recorder == null ? List.of() : recorder.lastUpdates());
        List<AvailableCommand> declared = configuration.declared().commands();
        if (!declared.isEmpty() && known.stream().noneMatch(AvailableCommandsUpdate.class::isInstance)) {
            known.add(0, new AvailableCommandsUpdate(declared, null));
        }
        return known;
    }
}
