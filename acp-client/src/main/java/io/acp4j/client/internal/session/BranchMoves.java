package io.acp4j.client.internal.session;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMethods;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out which requests leave a session on another branch than the one that its transcript shows. */
final class BranchMoves {

    private static final Set<String> MOVING =
            Set.of(BranchMethods.NAVIGATE.name(), BranchMethods.GRAFT.name(), BranchMethods.PRUNE.name());

    private final Sessions sessions;

    BranchMoves(Sessions sessions) {
        this.sessions = sessions;
    }

    static boolean mayMove(RequestMethod<?, ?> method) {
        return MOVING.contains(method.name());
    }

    /** The session whose transcript is not what the agent goes on with, after a request that has succeeded; null for none. */
    <P, R> @Nullable DefaultClientSession movedBy(RequestMethod<P, R> method, P params, R result) {
        if (!mayMove(method)) {
            return null;
        }
        JsonNode request = method.params().toRaw(params).toTree();
        JsonNode session = request.path("sessionId");
        DefaultClientSession open = session.isTextual() ? sessions.findOpen(new SessionId(session.textValue())) : null;
        Conversation shown = open == null ? null : open.conversation();
        if (open == null || shown == null) {
            return null;
        }
        if (method.name().equals(BranchMethods.GRAFT.name())) {
            JsonNode summary = method.result().toRaw(result).toTree().path("messageId");
            return isShown(shown, request.path("into")) && !isShown(shown, summary) ? open : null;
        }
        if (method.name().equals(BranchMethods.PRUNE.name())) {
            return isShown(shown, request.path("messageId")) ? open : null;
        }
        return open;
    }

    /** Returns whether a message is in the conversation; what is not named is where it ends. */
    private static boolean isShown(Conversation shown, JsonNode id) {
        if (!id.isTextual()) {
            return true;
        }
        MessageId message = new MessageId(id.textValue());
        return shown.find(MessageRole.AGENT, message) != null || shown.find(MessageRole.USER, message) != null;
    }
}
