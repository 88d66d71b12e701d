package io.acp4j.agent.internal.client;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Terminals that one client has created, each with the ID under which its output is stored. Contains released terminals too, because later
 * content of a tool call may refer to them. Of more than {@value #MAX_TERMINALS} terminals the oldest ones are removed. Thread-safe.
 */
public final class ClientTerminals {

    static final int MAX_TERMINALS = 1_000;

    private record Key(SessionId session, TerminalId id) {}

    private final Map<Key, RecordedTerminal> terminals = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, RecordedTerminal> eldest) {
            return size() > MAX_TERMINALS;
        }
    };

    ClientTerminals() {}

    synchronized RecordedTerminal add(SessionId session, TerminalId id, CreateTerminalRequest request) {
        RecordedTerminal terminal = new RecordedTerminal(id, request);
        terminals.remove(new Key(session, id));
        terminals.put(new Key(session, id), terminal);
        return terminal;
    }

    private synchronized @Nullable RecordedTerminal find(SessionId session, TerminalId id) {
        return terminals.get(new Key(session, id));
    }

    /** Returns the terminals of a session that are not released. */
    synchronized List<RecordedTerminal> open(SessionId session) {
        List<RecordedTerminal> open = new ArrayList<>();
        terminals.forEach((key, terminal) -> {
            if (key.session().equals(session) && !terminal.isReleased()) {
                open.add(terminal);
            }
        });
        return open;
    }

    /** Ends the terminals of a session that is no longer open. Their stored output replaces references to them from now on. */
    public synchronized void endSession(SessionId session) {
        open(session).forEach(RecordedTerminal::release);
    }

    /** Returns the client's ID of a stored terminal of a session; null if the terminal is not open on this connection. */
    @Nullable
    TerminalId openId(SessionId session, TerminalId stored) {
        return open(session).stream()
                .filter(terminal -> terminal.storedId().equals(stored))
                .map(RecordedTerminal::id)
                .findFirst()
                .orElse(null);
    }

    /**
     * Stores an update that is sent. References to terminals of the client are replaced with the stored IDs, and a terminal is stored before
     * the first tool call of the branch that refers to it.
     */
    public void record(SessionId session, SessionUpdate update, BranchRecorder recorder) {
        List<ToolCallContent> content = TerminalReferences.in(update);
        if (content == null) {
            recorder.record(update);
            return;
        }
        List<ToolCallContent> replaced = TerminalReferences.replaced(content, reference -> {
            RecordedTerminal terminal = find(session, reference.terminalId());
            if (terminal == null) {
                return reference;
            }
            terminal.embed(recorder);
            return new Terminal(terminal.storedId(), reference.meta());
        });
        recorder.record(TerminalReferences.with(update, replaced));
    }
}
