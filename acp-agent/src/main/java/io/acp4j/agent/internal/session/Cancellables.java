package io.acp4j.agent.internal.session;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a client may cancel alone: tool calls and terminals that have not ended. Safe for use by any number of threads. */
public final class Cancellables {

    private final Map<ToolCallId, Runnable> calls = new ConcurrentHashMap<>();
    private final Map<TerminalId, Runnable> terminals = new ConcurrentHashMap<>();

    Cancellables() {}

    void add(ToolCallId call, Runnable action) {
        calls.put(call, action);
    }

    void add(TerminalId terminal, Runnable action) {
        terminals.put(terminal, action);
    }

    /** Takes over what can be cancelled in the session that this one follows. */
    void follow(Cancellables earlier) {
        calls.putAll(earlier.calls);
        terminals.putAll(earlier.terminals);
    }

    void remove(ToolCallId call) {
        calls.remove(call);
    }

    void remove(TerminalId terminal) {
        terminals.remove(terminal);
    }

    /** Returns what cancels a tool call; null when it cannot be cancelled. */
    public @Nullable Runnable find(ToolCallId call) {
        return calls.get(call);
    }

    /** Returns what ends the command of a terminal; null when it cannot be ended. */
    public @Nullable Runnable find(TerminalId terminal) {
        return terminals.get(terminal);
    }
}
