package io.acp4j.agent.tree;

import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentThought;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCallContentChunk;
import io.acp4j.schema.update.UserMessage;

/** The kinds of updates that the first version of the protocol does not have. */
final class LaterUpdates {

    private LaterUpdates() {}

    static boolean isLater(SessionUpdate update) {
        return update instanceof UserMessage
                || update instanceof AgentMessage
                || update instanceof AgentThought
                || update instanceof StateUpdate
                || update instanceof ToolCallContentChunk
                || update instanceof TerminalUpdate
                || update instanceof TerminalOutputChunk;
    }
}
