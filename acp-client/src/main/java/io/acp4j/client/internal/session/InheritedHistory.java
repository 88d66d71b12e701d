package io.acp4j.client.internal.session;

import io.acp4j.client.SessionOrigin;
import io.acp4j.client.internal.calls.PathPages;
import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.dialect.ForkDialect;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.branching.ForkHistory;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The part of a shown conversation that a fork certainly inherits. If the agent names a message by its ID, that message decides. A count
 * decides only if the request named no message, or a shown one.
 */
final class InheritedHistory {

    private static final int UNKNOWN = -1;

    private final SessionId source;

    /** The conversation that was shown when the fork was requested; empty if it is not known. */
    private final Conversation shown;

    /** The part of the conversation up to the requested end of the fork. */
    private final Conversation known;

    /** True if the known part ends where the fork ends, unless the agent reports otherwise. */
    private final boolean exact;

    /** True if the known part begins with the first message of the session. */
    private final boolean fromBeginning;

    /** True if the request names a message. */
    private final boolean isNamed;

    /** True while the source is on the branch that was shown; null if the source is not open here. */
    private final @Nullable BooleanSupplier isOnBranch;

    private InheritedHistory(
            SessionId source,
            @Nullable BooleanSupplier isOnBranch,
            Conversation shown,
            Conversation known,
            boolean exact,
            boolean fromBeginning,
            boolean isNamed) {
        this.source = source;
        this.isOnBranch = isOnBranch;
        this.shown = shown;
        this.known = known;
        this.exact = exact;
        this.fromBeginning = fromBeginning;
        this.isNamed = isNamed;
    }

    /**
     * Creates the history of a fork after its response.
     *
     * @param conversation the known part of the history; may be empty
     * @param messages the number of messages of the user and of the agent; -1 if it is not known
     * @param replayed whether the agent sends the history; null if it does not state this
     * @param isDoubtful whether the messages of the agent may differ from those that are shown of the source
     */
    private record Confirmed(
            Conversation conversation,
            int messages,
            @Nullable Boolean replayed,
            boolean isDoubtful) {

        /** Returns the same history as the agent's path reports it. */
        private Confirmed readAs(List<SessionUpdate> path, AgentLink link) {
            DefaultSessionTranscript read = DefaultSessionTranscript.create(
                    TranscriptOptions.KEEP_ALL, link.protocol().version());
            read.replaced(path, DefaultConversation.EMPTY);
            Conversation all = read.snapshot();
            return new Confirmed(all, spoken(all), replayed, false);
        }

        private void giveTo(DefaultSessionTranscript fork) {
            fork.inherited(conversation, messages, replayed);
        }
    }

    /**
     * Returns what is known of a session that is forked.
     *
     * @param now whether the agent is being asked for the fork now, so that one without a point ends where the session does
     */
    static InheritedHistory of(
            @Nullable DefaultClientSession source, ForkSessionRequest request, AgentLink link, boolean now) {
        ForkDialects.Point point =
                ForkDialects.pointIn(ForkSessionRequest.CODEC.toRaw(request).toTree());
        Conversation all = source == null ? null : source.conversation();
        if (source == null || all == null || source.openingState().isReplayed()) {
            return unknown(request.sessionId(), null, point != null);
        }
        int branch = source.branch();
        BooleanSupplier isOnBranch = () -> branch >= 0 && source.branch() == branch;
        boolean fromBeginning = all.droppedEntries() == 0 && beginsHere(source, all);
        if (point == null) {
            boolean exact = now && !all.isTurnInProgress();
            return new InheritedHistory(source.id(), isOnBranch, all, all.settled(), exact, fromBeginning, false);
        }
        TranscriptMessage last = find(all, point.message());
        if (last == null || last.role() == MessageRole.THOUGHT) {
            return unknown(source.id(), isOnBranch, true);
        }
        ForkGranularity granularity = link.granularity(point);
        boolean turn = ForkGranularity.TURN.equals(granularity);
        TranscriptMessage end = turn ? endOfTurn(all, last) : endOfMessage(all, last, point.dialect());
        // Where nobody knows how the agent cuts a turn, only the end of one is certain.
        boolean exact = granularity != null || end.equals(endOfTurn(all, last));
        Conversation known = turn ? all.throughTurn(last) : all.through(end);
        return new InheritedHistory(source.id(), isOnBranch, all, known, exact, fromBeginning, true);
    }

    private static InheritedHistory unknown(SessionId source, @Nullable BooleanSupplier isOnBranch, boolean isNamed) {
        return new InheritedHistory(
                source, isOnBranch, DefaultConversation.EMPTY, DefaultConversation.EMPTY, false, false, isNamed);
    }

    private static @Nullable TranscriptMessage find(Conversation conversation, MessageId id) {
        TranscriptMessage found = conversation.find(MessageRole.AGENT, id);
        found = found == null ? conversation.find(MessageRole.USER, id) : found;
        return found == null ? conversation.find(MessageRole.THOUGHT, id) : found;
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
        SessionOrigin opening = source.origin();
        if (opening == null) {
            return false;
        }
        return opening.method().equals(Methods.SESSION_NEW) || opening.method().equals(Methods.SESSION_LOAD);
    }

    /**
     * Starts the transcript of the fork with the history.
     *
     * @return a stage that completes afterwards; if the history is doubtful, the agent's path is requested first
     */
    CompletableFuture<@Nullable Void> giveTo(
            DefaultSessionTranscript transcript, @Nullable Meta response, SessionId fork, AgentLink link) {
        Confirmed confirmed = confirmedBy(response);
        if (!confirmed.isDoubtful()
                || Boolean.TRUE.equals(confirmed.replayed())
                || !PathPages.areOffered(link.capabilities())) {
            confirmed.giveTo(transcript);
            return CompletableFuture.completedFuture(null);
        }
        return PathPages.read(
                        fork,
                        request -> link.requestAsync(BranchMethods.PATH, request),
                        link.connection().executor())
                .handle((path, failure) -> {
                    (failure == null ? confirmed.readAs(path, link) : confirmed).giveTo(transcript);
                    return null;
                });
    }

    /** Returns the part of the history that is consistent with the agent's response. */
    private Confirmed confirmedBy(@Nullable Meta response) {
        SessionLineage said = SessionLineage.of(response);
        SessionLineage lineage = said != null && source.equals(said.parentSessionId()) ? said : null;
        MessageId last = lineage == null ? null : lineage.forkMessageId();
        Integer depth = lineage == null ? null : lineage.forkDepth();
        ForkHistory announced = ForkHistory.of(response);
        Boolean replayed = announced == null ? null : announced.follows();
        Conversation history = history(last, depth);
        if (history == null) {
            boolean isDoubtful = isOnBranch != null && (isNamed || lineage != null);
            return new Confirmed(DefaultConversation.EMPTY, depth == null ? UNKNOWN : depth, replayed, isDoubtful);
        }
        int messages = depth != null ? depth : fromBeginning ? spoken(history) : UNKNOWN;
        return new Confirmed(history, messages, replayed, false);
    }

    /** Returns the history that ends with the specified message and has the specified number of messages; null if none is certain. */
    private @Nullable Conversation history(@Nullable MessageId last, @Nullable Integer depth) {
        TranscriptMessage end = last == null ? null : find(shown, last);
        if (end != null) {
            Conversation through = shown.through(end);
            boolean isKnown = known.messages().contains(end) && spoken(known) == spoken(through);
            Conversation history = isKnown ? known : through;
            return depth == null || !fromBeginning || depth == spoken(history) ? history : null;
        }
        if (isOnBranch != null && !isOnBranch.getAsBoolean()) {
            return null;
        }
        if (depth == null || !fromBeginning) {
            return exact && mayEndWith(known, last) ? known : null;
        }
        Conversation history = depth == spoken(known) ? known : isNamed || depth > spoken(known) ? null : first(depth);
        return history != null && mayEndWith(history, last) ? history : null;
    }

    /** Returns whether a conversation may end with an agent message that is not shown under its ID. Prompts have no ID. */
    private static boolean mayEndWith(Conversation history, @Nullable MessageId last) {
        if (last == null) {
            return true;
        }
        List<TranscriptMessage> messages = history.messages();
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i).role() != MessageRole.THOUGHT) {
                return messages.get(i).id() == null;
            }
        }
        return false;
    }

    private static int spoken(Conversation conversation) {
        return (int) conversation.messages().stream()
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
        return DefaultConversation.EMPTY;
    }
}
