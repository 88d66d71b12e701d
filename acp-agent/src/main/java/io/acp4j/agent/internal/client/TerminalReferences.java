package io.acp4j.agent.internal.client;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** References to terminals in the content of tool calls. */
public final class TerminalReferences {

    private TerminalReferences() {}

    /** Returns the content of a tool call if it refers to a terminal, or null. */
    static @Nullable List<ToolCallContent> in(SessionUpdate update) {
        List<ToolCallContent> content = null;
        if (update instanceof ToolCall call) {
            content = call.content();
        } else if (update instanceof ToolCallUpdate change) {
            content = change.content().value();
        }
        return content != null && content.stream().anyMatch(Terminal.class::isInstance) ? content : null;
    }

    /** Returns the IDs of the terminals to which an update refers. */
    public static Set<TerminalId> ids(SessionUpdate update) {
        Set<TerminalId> ids = new LinkedHashSet<>();
        List<ToolCallContent> content = in(update);
        if (content != null) {
            for (ToolCallContent each : content) {
                if (each instanceof Terminal terminal) {
                    ids.add(terminal.terminalId());
                }
            }
        }
        return ids;
    }

    /** Returns content with each reference to a terminal replaced. */
    static List<ToolCallContent> replaced(
            List<ToolCallContent> content, Function<Terminal, ToolCallContent> replacement) {
        return content.stream()
                .map(each -> each instanceof Terminal terminal ? replacement.apply(terminal) : each)
                .toList();
    }

    /** Returns the update of a tool call with other content. */
    static SessionUpdate with(SessionUpdate update, List<ToolCallContent> content) {
        return update instanceof ToolCall call
                ? call.toBuilder().content(content).build()
                : ((ToolCallUpdate) update).toBuilder().content(content).build();
    }
}
