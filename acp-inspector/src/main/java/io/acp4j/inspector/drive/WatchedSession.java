package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.update.SessionNotification;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session that others have: what went over the wire is put together as a client would. What cannot be read is left out; it
 * stands in the log. For one thread at a time.
 */
final class WatchedSession {

    private static final TranscriptOptions OPTIONS = TranscriptOptions.builder()
            .maxEntries(20_000)
            .maxSize(64L * 1024 * 1024)
            .build();

    private final String key;
    private final boolean isSecond;
    private final DefaultSessionTranscript transcript;
    private final ConversationTopics topics;
    private SessionInfo info;
    private boolean isListedOnly = true;
    private boolean isReplaying;
    private @Nullable Instant activeAt;

    WatchedSession(String key, SessionInfo info, boolean isSecond, StateBoard board, Runnable changed) {
        this.key = key;
        this.info = info;
        this.isSecond = isSecond;
        this.transcript = DefaultSessionTranscript.create(OPTIONS, isSecond ? ProtocolVersion.V2 : ProtocolVersion.V1);
        this.topics = new ConversationTopics(key, transcript, board, this::state, change -> changed.run());
    }

    String key() {
        return key;
    }

    SessionInfo info() {
        return info;
    }

    void info(SessionInfo newer) {
        info = newer;
    }

    Conversation conversation() {
        return transcript.snapshot();
    }

    /** Returns whether nothing was said in it as far as is known. */
    boolean isListedOnly() {
        return isListedOnly;
    }

    void isUsed() {
        isListedOnly = false;
    }

    /** Records the time of a message. The messages of a session that is loaded are older than their frames. */
    void active(Instant time) {
        if (!isReplaying) {
            activeAt = time;
        }
    }

    /** Returns the time of the last message; null before the first one. */
    @Nullable
    Instant activeAt() {
        return activeAt;
    }

    private ObjectNode state() {
        Conversation now = conversation();
        return ConversationTopics.state(now, now.modes(), now.configOptions()).put("running", now.isTurnInProgress());
    }

    private WireVersion version() {
        return isSecond ? WireVersion.V2 : WireVersion.V1;
    }

    void update(JsonNode params) throws SchemaException {
        transcript.update(SessionNotification.CODEC.in(version()).decode(RawJson.of(params)));
    }

    /** Version 2 tells all of this by updates. */
    void prompted(JsonNode params) throws SchemaException {
        if (!isSecond) {
            transcript.promptStarted(
                    PromptRequest.CODEC.decode(RawJson.of(params)).prompt());
        }
    }

    void promptEnded(JsonNode result) throws SchemaException {
        if (!isSecond) {
            transcript.promptEnded(
                    PromptResponse.CODEC.decode(RawJson.of(result)).stopReason());
        }
    }

    /** In version 2, a refused prompt has no message. */
    void promptFailed(JsonNode params, JsonNode error) throws SchemaException {
        ErrorObject why = ErrorObject.CODEC.decode(RawJson.of(error));
        if (!isSecond) {
            transcript.promptFailed(why);
        } else if (!why.code().equals(ErrorCode.REQUEST_CANCELLED)) {
            transcript.promptRefused(
                    PromptRequest.CODEC.in(version()).decode(RawJson.of(params)).prompt(), why);
        }
    }

    void cancelled() {
        if (!isSecond) {
            transcript.cancelRequested();
        }
    }

    void permissionRequested(JsonNode params) throws SchemaException {
        var call = RequestPermissionRequest.CODEC
                .in(version())
                .decode(RawJson.of(params))
                .toolCall();
        if (call != null && !isSecond) {
            transcript.permissionRequested(call);
        }
    }

    void replayStarted() {
        isReplaying = true;
        transcript.replayStarted();
    }

    void replayEnded(boolean complete) {
        isReplaying = false;
        transcript.replayEnded(complete);
    }

    /** Takes the modes and options of the response that has opened it; its members are alike whatever it responds to. */
    void opened(JsonNode result) throws SchemaException {
        ObjectNode named =
                Shown.NODES.objectNode().put("sessionId", info.sessionId().value());
        if (result.isObject()) {
            named.setAll((ObjectNode) result);
        }
        ForkSessionResponse opened = ForkSessionResponse.CODEC.in(version()).decode(RawJson.of(named));
        transcript.settled(opened.modes(), opened.configOptions());
    }

    /** Begins with what the fork has inherited. */
    void inherits(Conversation history) {
        transcript.inherited(history, depth(history));
    }

    static int depth(Conversation history) {
        return (int) history.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .count();
    }

    /** Returns the text of the message after a number of messages, if it is a prompt; else null. */
    static @Nullable String promptAt(Conversation conversation, int depth) {
        int index = depth - conversation.droppedMessages();
        List<TranscriptMessage> spoken = conversation.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .toList();
        TranscriptMessage message = index < 0 || index >= spoken.size() ? null : spoken.get(index);
        return message == null || message.role() != MessageRole.USER ? null : message.text();
    }

    void close() {
        topics.close();
    }
}
