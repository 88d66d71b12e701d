package io.acp4j.examples.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.plan.PlanItems;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.Cost;
import io.acp4j.schema.update.StateUpdate;
import java.util.List;
import java.util.Locale;

/** What a client shows of a session, in the words of the kit's driver protocol. */
final class SessionViews {

    /** The commands that ask for it. */
    static final List<String> COMMANDS =
            List.of("messages", "toolCalls", "terminals", "state", "info", "plans", "options");

    private static final List<String> IDS = List.of("toolCallId", "terminalId", "sessionId");

    private final Conversation shown;

    SessionViews(Conversation shown) {
        this.shown = shown;
    }

    /** Returns what a command asks for. */
    ObjectNode show(String command) {
        ObjectNode view = JsonNodeFactory.instance.objectNode();
        switch (command) {
            case "messages" -> messages(view.putArray(command));
            case "toolCalls" -> toolCalls(view.putArray(command));
            case "terminals" -> terminals(view.putArray(command));
            case "state" -> state(view);
            case "info" -> info(view);
            case "plans" -> plans(view.putArray(command));
            default -> options(view.putArray("options"));
        }
        return view;
    }

    private void messages(ArrayNode messages) {
        for (TranscriptMessage message : shown.messages()) {
            messages.addObject()
                    .put("role", message.role().name().toLowerCase(Locale.ROOT))
                    .put("id", message.id() == null ? null : message.id().value())
                    .put("text", message.text());
        }
    }

    private void toolCalls(ArrayNode calls) {
        for (TranscriptEntry entry : shown.entries()) {
            if (entry instanceof TranscriptToolCall call) {
                StringBuilder text = new StringBuilder();
                for (ToolCallContent content : call.call().content()) {
                    if (content instanceof Content block && block.content() instanceof TextContent said) {
                        text.append(said.text());
                    }
                }
                calls.addObject()
                        .put("id", call.id().value())
                        .put("title", call.call().title())
                        .put("kind", call.call().kind().value())
                        .put("status", call.call().status().value())
                        .put("text", text.toString());
            }
        }
    }

    private void terminals(ArrayNode terminals) {
        shown.terminals().forEach((id, terminal) -> {
            ObjectNode view = terminals.addObject();
            view.put("id", id.value()).put("command", terminal.command()).put("output", terminal.text());
            if (terminal.exitStatus() != null) {
                view.put("exitCode", terminal.exitStatus().exitCode());
            }
        });
    }

    private void state(ObjectNode view) {
        StateUpdate state = shown.state();
        view.put(
                "state",
                state == null
                        ? null
                        : StateUpdate.CODEC.toRaw(state).toTree().path("state").asText());
        List<BackgroundWork> background = shown.background();
        if (background != null) {
            ArrayNode ids = view.putArray("background");
            for (BackgroundWork work : background) {
                JsonNode item = BackgroundWork.CODEC.toRaw(work).toTree();
                IDS.stream().filter(item::has).forEach(id -> ids.add(item.path(id)));
            }
        }
    }

    private void info(ObjectNode view) {
        Cost cost = shown.usage() == null ? null : shown.usage().cost().value();
        view.put("title", shown.title()).put("cost", cost == null ? null : cost.amount());
    }

    private void plans(ArrayNode plans) {
        shown.plans().forEach((id, plan) -> {
            ArrayNode entries = plans.addObject().put("id", id.value()).putArray("entries");
            if (plan instanceof PlanItems items) {
                items.entries().forEach(entry -> entries.add(entry.content()));
            }
        });
    }

    private void options(ArrayNode options) {
        for (SessionConfigOption option : shown.configOptions()) {
            ObjectNode view = options.addObject().put("id", option.id().value());
            if (option instanceof SessionConfigSelect select) {
                view.put("value", select.currentValue().value());
            } else if (option instanceof SessionConfigBoolean flag) {
                view.put("value", flag.currentValue());
            }
        }
    }
}
