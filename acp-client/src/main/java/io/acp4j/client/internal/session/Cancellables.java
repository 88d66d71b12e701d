package io.acp4j.client.internal.session;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.terminal.TerminalCapabilities;
import io.acp4j.schema.tool.ToolCallCapabilities;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tool calls and terminals of a session that the agent stops when it is asked to, as it has told. */
final class Cancellables {

    /** How many of each are kept in mind; the oldest go first. */
    private static final int MAX = 1024;

    private final Set<ToolCallId> calls = new LinkedHashSet<>();
    private final Set<TerminalId> terminals = new LinkedHashSet<>();

    synchronized void follow(SessionUpdate update) {
        if (update instanceof ToolCallUpdate call) {
            follow(call);
        } else if (update instanceof TerminalUpdate terminal) {
            TerminalCapabilities told = terminal.capabilities().value();
            if (terminal.exitStatus().value() != null) {
                terminals.remove(terminal.terminalId());
            } else if (!terminal.capabilities().isUnchanged()) {
                set(terminals, terminal.terminalId(), told != null && told.cancel() != null);
            }
        }
    }

    private void follow(ToolCallUpdate call) {
        ToolCallCapabilities told = call.capabilities().value();
        if (isFinal(call.status().value())) {
            calls.remove(call.toolCallId());
        } else if (!call.capabilities().isUnchanged()) {
            set(calls, call.toolCallId(), told != null && told.cancel() != null);
        }
    }

    private static boolean isFinal(@Nullable ToolCallStatus status) {
        return ToolCallStatus.COMPLETED.equals(status)
                || ToolCallStatus.FAILED.equals(status)
                || ToolCallStatus.CANCELLED.equals(status);
    }

    private static <T> void set(Set<T> all, T id, boolean cancellable) {
        if (!cancellable) {
            all.remove(id);
        } else if (all.add(id) && all.size() > MAX) {
            Iterator<T> oldest = all.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    synchronized boolean has(ToolCallId call) {
        return calls.contains(call);
    }

    synchronized boolean has(TerminalId terminal) {
        return terminals.contains(terminal);
    }
}
