package io.acp4j.agent.internal.session;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.BackgroundToolCall;
import io.acp4j.schema.update.BackgroundWork;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What may go on in a session without its work: terminals, and tool calls that are listed as background work or belong to no work. For
 * the thread that holds the lock of the session's output.
 */
final class Background {

    private final Map<ToolCallId, DefaultToolCall> calls = new LinkedHashMap<>();
    private final Map<TerminalId, DefaultAgentTerminal> terminals = new LinkedHashMap<>();
    private @Nullable List<BackgroundWork> listed;

    /** Sets what is listed from now on. */
    void list(List<BackgroundWork> running) {
        listed = List.copyOf(running);
    }

    /** Returns what is listed; null when that was never said. */
    @Nullable
    List<BackgroundWork> listed() {
        return listed;
    }

    /** Returns whether anything is listed. */
    boolean isListed() {
        return !all().isEmpty();
    }

    private List<BackgroundWork> all() {
        return listed == null ? List.of() : listed;
    }

    /** Takes over what goes on in the session that this one follows. */
    void follow(Background earlier) {
        calls.putAll(earlier.calls);
        terminals.putAll(earlier.terminals);
        if (listed == null) {
            listed = earlier.listed;
        }
    }

    /** Returns whether a tool call is listed. */
    boolean lists(ToolCallId call) {
        return all().stream()
                .anyMatch(each -> each instanceof BackgroundToolCall known
                        && known.toolCallId().equals(call));
    }

    private boolean lists(TerminalId terminal) {
        return all().stream()
                .anyMatch(each -> each instanceof BackgroundTerminal known
                        && known.terminalId().equals(terminal));
    }

    void add(DefaultToolCall call) {
        calls.put(call.id(), call);
    }

    void add(DefaultAgentTerminal terminal) {
        terminals.put(terminal.id(), terminal);
    }

    void remove(DefaultToolCall call) {
        calls.remove(call.id(), call);
    }

    void remove(DefaultAgentTerminal terminal) {
        terminals.remove(terminal.id(), terminal);
    }

    /**
     * Returns what is open.
     *
     * @param running the calls of work that goes on, of which only those are returned that are listed
     * @param all whether to return what is not listed, too
     */
    List<OpenItem> open(Iterable<DefaultToolCall> running, boolean all) {
        List<OpenItem> open = new ArrayList<>();
        for (DefaultToolCall call : running) {
            if (lists(call.id())) {
                open.add(call);
            }
        }
        for (DefaultToolCall call : calls.values()) {
            if (all || lists(call.id())) {
                open.add(call);
            }
        }
        for (DefaultAgentTerminal terminal : terminals.values()) {
            if (all || lists(terminal.id())) {
                open.add(terminal);
            }
        }
        return open;
    }
}
