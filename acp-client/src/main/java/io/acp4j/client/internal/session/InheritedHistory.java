package io.acp4j.client.internal.session;

import io.acp4j.client.SessionOrigin;
import io.acp4j.client.internal.dialect.ForkDialect;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.branching.ForkHistory;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.ForkSessionRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known here of the history that a fork inherits. */
final class InheritedHistory {

    private static final int UNKNOWN = -1;

    private final SessionId source;
    private final Conversation known;

    /** Whether what is known ends where the fork ends, for certain. */
    private final boolean exact;

    /** Whether what is known begins with the first message of the session. */
    private final boolean fromBeginning;

    private InheritedHistory(SessionId source, Conversation known, boolean exact, boolean fromBeginning) {
        this.source = source;
        this.known = known;
        this.exact = exact;
        this.fromBeginning = fromBeginning;
    }

    /**
     * Returns what is known of a session that is forked.
     *
     * @param now whether the agent is being asked for the fork now, so that one without a point ends where the session does
     */
    static InheritedHistory of(
            @Nullable DefaultClientSession source, ForkSessionRequest request, AgentLink link, boolean now) {
        Conversation all = source == null ? null : source.conversation();
        if (source == null || all == null || source.openingState().isReplayed()) {
            return new InheritedHistory(request.sessionId(), Conversation.EMPTY, false, false);
        }
        boolean fromBeginning = all.droppedEntries() == 0 && beginsHere(source, all);
        ForkDialects.Point point =
                ForkDialects.pointIn(ForkSessionRequest.CODEC.toRaw(request).toTree());
        if (point == null) {
            return new InheritedHistory(source.id(), all.settled(), now && !all.turnInProgress(), fromBeginning);
        }
        TranscriptMessage last = all.find(MessageRole.AGENT, point.message());
        last = last == null ? all.find(MessageRole.USER, point.message()) : last;
        if (last == null) {
            return new InheritedHistory(source.id(), Conversation.EMPTY, false, false);
        }
        ForkGranularity granularity = link.granularity(point);
        boolean turn = ForkGranularity.TURN.equals(granularity);
        TranscriptMessage end = turn ? endOfTurn(all, last) : endOfMessage(all, last, point.dialect());
        // Where nobody knows how the agent cuts a turn, only the end of one is certain.
        boolean exact = granularity != null || end.equals(endOfTurn(all, last));
        return new InheritedHistory(source.id(), turn ? all.throughTurn(last) : all.through(end), exact, fromBeginning);
    }

    private static TranscriptMessage endOfMessage(Conversation all, TranscriptMessage from, ForkDialect dialect) {
        TranscriptMessage end = from;
        for (TranscriptMessage message : all.messages()) {
            if (message.index() > from.index()
                    && message.role() == from.role()
                    && message.id() != null
                    && from.id() != null
                    && dialect.isSameMessage(from.id(), message.id())) {
                end = message;
            }
        }
        return end;
    }

    private static TranscriptMessage endOfTurn(Conversation all, TranscriptMessage from) {
        TranscriptMessage end = from;
        for (TranscriptMessage message : all.messages()) {
            if (message.index() > from.index() && message.turn() == from.turn()) {
                end = message;
            }
        }
        return end;
    }

    private static boolean beginsHere(DefaultClientSession source, Conversation all) {
        if (all.inheritsAll()) {
            return true;
        }
        SessionOrigin opening = source.opening();
        if (opening == null) {
            return false;
        }
        return opening.method().equals(Methods.SESSION_NEW) || opening.method().equals(Methods.SESSION_LOAD);
    }

    /** Begins the transcript of the fork with it, as far as the agent's response agrees. */
    void giveTo(SessionTranscript fork, @Nullable Meta response) {
        SessionLineage said = SessionLineage.of(response);
        SessionLineage lineage = said != null && source.equals(said.parentSessionId()) ? said : null;
        Integer depth = lineage == null ? null : lineage.forkDepth();
        ForkHistory announced = ForkHistory.of(response);
        Boolean replayed = announced == null ? null : announced.follows();
        int told = depth == null ? UNKNOWN : depth;
        int spoken = spoken(known.messages());
        if (told == UNKNOWN) {
            fork.inherited(exact ? known : Conversation.EMPTY, exact && fromBeginning ? spoken : UNKNOWN, replayed);
        } else if (fromBeginning && told <= spoken) {
            fork.inherited(told == spoken ? known : first(told), told, replayed);
        } else {
            fork.inherited(exact && !fromBeginning ? known : Conversation.EMPTY, told, replayed);
        }
    }

    private static int spoken(List<TranscriptMessage> messages) {
        return (int) messages.stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .count();
    }

    private Conversation first(int count) {
        int left = count;
        for (TranscriptMessage message : known.messages()) {
            if (message.role() != MessageRole.THOUGHT && --left == 0) {
                return known.through(message);
            }
        }
        return Conversation.EMPTY;
    }
}
