package io.acp4j.examples.tutorial.agent;

import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.List;

/** What the model is to see of a session, read from its own branch. */
final class Conversation {

    private Conversation() {}

    // snippet:history
    static List<Model.Message> of(PromptTurn turn) {
        List<Model.Message> all = new ArrayList<>();
        for (HistoryEntry entry : turn.history()) {
            switch (entry.kind()) {
                case USER -> all.add(new Model.Message(Model.Role.USER, entry.text(), null));
                case AGENT, SUMMARY -> all.add(new Model.Message(Model.Role.MODEL, entry.text(), null));
                case COMPACTION -> all.add(new Model.Message(Model.Role.USER, "Until now: " + entry.text(), null));
                case TOOL -> entry.updates().forEach(update -> addTool(all, update));
                default -> {}
            }
        }
        return all;
    }
    // end

    /** Returns the number of characters. */
    static int length(List<Model.Message> messages) {
        return messages.stream().mapToInt(message -> message.text().length()).sum();
    }

    private static void addTool(List<Model.Message> all, SessionUpdate update) {
        if (update instanceof ToolCall call && call.rawInput() != null) {
            String name = call.name() == null ? call.title() : call.name();
            all.add(new Model.Message(
                    Model.Role.MODEL,
                    "",
                    new Model.Call(
                            call.toolCallId().value(), name, call.rawInput().toTree())));
        } else if (update instanceof ToolCallUpdate end) {
            RawJson output = end.rawOutput().value();
            if (output != null) {
                Model.Call ended = new Model.Call(end.toolCallId().value(), "", output.toTree());
                all.add(new Model.Message(Model.Role.RESULT, output.toTree().asText(), ended));
            }
        }
    }
}
