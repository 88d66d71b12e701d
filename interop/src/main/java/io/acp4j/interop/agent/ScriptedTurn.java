package io.acp4j.interop.agent;

import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;

/** A turn whose messages and tool calls are kept in the session's history. */
final class ScriptedTurn {

    private final PromptTurn turn;
    private final StoredSession session;
    private final String word;
    private final String rest;
    private final List<String> earlier;

    ScriptedTurn(PromptTurn turn) {
        this.turn = turn;
        this.session = SessionHandlers.stored(turn.session());
        String text = turn.text();
        int end = 0;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        word = text.substring(0, end);
        rest = text.substring(end).strip();
        earlier = session.userTexts();
        turn.prompt().forEach(block -> session.remember(new UserMessageChunk(block, turn.userMessageId(), null)));
    }

    PromptTurn turn() {
        return turn;
    }

    SessionClient client() {
        return turn.client();
    }

    StoredSession session() {
        return session;
    }

    SessionId sessionId() {
        return session.id();
    }

    /** The first word of the prompt. */
    String word() {
        return word;
    }

    /** Returns what follows the first word. */
    String rest() {
        return rest;
    }

    /** The text of every user message before this one. */
    List<String> earlier() {
        return earlier;
    }

    ToolCallId newToolCallId() {
        return new ToolCallId("tool-" + (session.toolCalls() + 1));
    }

    /** Sends one message of the agent, in as many chunks as there are texts. */
    void say(String... texts) {
        turn.endMessage();
        for (String text : texts) {
            MessageId id = turn.say(text);
            session.remember(AgentMessageChunk.text(id, text));
        }
    }

    void think(String... texts) {
        for (String text : texts) {
            MessageId id = turn.think(text);
            session.remember(AgentThoughtChunk.text(id, text));
        }
    }

    void update(SessionUpdate update) {
        turn.update(update);
        session.remember(update);
    }

    /** Runs an exchange with the client and says what came of it, be it an error. */
    void attempt(Callable<String> exchange) throws Exception {
        String line;
        try {
            line = word + ": " + exchange.call();
        } catch (AcpErrorException e) {
            line = word + " failed: " + e.code().value();
        } catch (RequestCancelledException | CancellationException e) {
            line = word + " failed: " + ErrorCode.REQUEST_CANCELLED.value();
        }
        say(line);
    }
}
