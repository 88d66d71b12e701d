package io.acp4j.agent.internal.session;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a client may cancel alone: tool calls and terminals that have not ended. Safe for use by any number of threads. */
public final class Cancellables {

    /** By their ids, of which those of tool calls and terminals are of different types. */
    private final Map<Object, Runnable> actions = new ConcurrentHashMap<>();

    Cancellables() {}

    void add(ToolCallId call, Runnable action) {
        actions.put(call, action);
    }

    void add(TerminalId terminal, Runnable action) {
        actions.put(terminal, action);
    }

    /** Takes over what can be cancelled in the session that this one follows. */
    void follow(Cancellables earlier) {
        actions.putAll(earlier.actions);
    }

    /** Removes what has the id of a tool call or a terminal. */
    void remove(Object id) {
        actions.remove(id);
    }

    /** Returns what cancels a tool call; null when it cannot be cancelled. */
    public @Nullable Runnable find(ToolCallId call) {
        return actions.get(call);
    }

    /** Returns what ends the command of a terminal; null when it cannot be ended. */
    public @Nullable Runnable find(TerminalId terminal) {
        return actions.get(terminal);
    }
}
