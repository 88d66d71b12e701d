package io.acp4j.agent.internal.client;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.terminal.StoredTerminal;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Replay of a stored conversation in which each terminal can be shown by the client that receives it.
 *
 * <p>Version 2 has terminals of the agent, so a stored terminal is sent as a terminal update. In version 1, terminals belong to the client and
 * no longer exist after a restart, so the stored output becomes text content of the tool call. A terminal that is still open on this connection
 * keeps its reference. The content of a tool call is sent again at most once for each terminal, when its command has ended or at the end of
 * the replay.
 *
 * <p>The output of the last {@value #MAX_TERMINALS} terminals is kept in memory. Not thread-safe.
 */
public final class TerminalReplay implements Consumer<SessionUpdate> {

    static final int MAX_TERMINALS = 64;

    /** Text in place of output that was not stored, because the process of the agent ended first. */
    static final String MISSING = "(The output of this terminal was not stored.)";

    private static final TerminalExitStatus UNKNOWN = new TerminalExitStatus(null, null, null);

    private final SessionId session;
    private final ClientTerminals terminals;
    private final WireVersion version;
    private final Consumer<SessionUpdate> target;
    private final Map<TerminalId, StoredOutput> outputs = new LinkedHashMap<>();

    /** Content of the tool calls that refer to stored terminals. */
    private final Map<ToolCallId, List<ToolCallContent>> references = new LinkedHashMap<>();

    /** Terminals whose output has changed since it was sent. */
    private final Set<TerminalId> changed = new LinkedHashSet<>();

    TerminalReplay(SessionId session, ClientTerminals terminals, WireVersion version, Consumer<SessionUpdate> target) {
        this.session = session;
        this.terminals = terminals;
        this.version = version;
        this.target = target;
    }

    @Override
    public void accept(SessionUpdate update) {
        if (version == WireVersion.V2) {
            target.accept(update instanceof TerminalUpdate terminal ? ended(terminal) : update);
        } else if (update instanceof TerminalUpdate terminal) {
            output(terminal.terminalId()).apply(terminal);
        } else if (update instanceof TerminalOutputChunk chunk) {
            output(chunk.terminalId()).append(chunk.bytes());
        } else {
            // The last output of a command follows its exit status.
            show(this::hasEnded);
            target.accept(replaced(update));
        }
    }

    /** Sends the output that has not been sent yet. Called after the last update. */
    public void end() {
        show(terminal -> true);
    }

    private boolean hasEnded(TerminalId terminal) {
        StoredOutput output = outputs.get(terminal);
        return output != null && output.exitStatus() != null;
    }

    /** Returns the output of a terminal, which is about to change. */
    private StoredOutput output(TerminalId terminal) {
        if (!outputs.containsKey(terminal) && outputs.size() >= MAX_TERMINALS) {
            TerminalId oldest = outputs.keySet().iterator().next();
            show(oldest::equals);
            outputs.remove(oldest);
        }
        changed.add(terminal);
        return outputs.computeIfAbsent(terminal, any -> new StoredOutput());
    }

    /** Sends the output of those terminals for which it has changed. */
    private void show(Predicate<TerminalId> which) {
        for (TerminalId terminal : List.copyOf(changed)) {
            if (which.test(terminal)) {
                changed.remove(terminal);
                show(terminal);
            }
        }
    }

    /** Returns an update in which a terminal of a client that no longer exists has ended. */
    private TerminalUpdate ended(TerminalUpdate update) {
        boolean isOfClient = StoredTerminal.of(update.meta().value()) != null;
        return isOfClient && update.exitStatus().isUnchanged()
                ? update.toBuilder().exitStatus(UNKNOWN).build()
                : update;
    }

    private SessionUpdate replaced(SessionUpdate update) {
        List<ToolCallContent> content = TerminalReferences.in(update);
        if (update instanceof ToolCallUpdate change && !change.content().isUnchanged()) {
            references.remove(change.toolCallId());
        }
        if (content == null) {
            return update;
        }
        ToolCallId id = update instanceof ToolCall call ? call.toolCallId() : ((ToolCallUpdate) update).toolCallId();
        if (!references.containsKey(id) && references.size() >= MAX_TERMINALS) {
            List<ToolCallContent> oldest = references.values().iterator().next();
            show(terminal -> refersTo(oldest, terminal));
            references.remove(references.keySet().iterator().next());
        }
        references.put(id, content);
        return TerminalReferences.with(update, shown(content));
    }

    /** Sends the content of the tool calls that refer to a terminal whose output has changed. */
    private void show(TerminalId terminal) {
        if (terminals.openId(session, terminal) != null) {
            return;
        }
        references.forEach((call, content) -> {
            if (refersTo(content, terminal)) {
                target.accept(
                        ToolCallUpdate.builder(call).content(shown(content)).build());
            }
        });
    }

    private static boolean refersTo(List<ToolCallContent> content, TerminalId terminal) {
        return content.stream()
                .anyMatch(each -> each instanceof Terminal reference
                        && reference.terminalId().equals(terminal));
    }

    private List<ToolCallContent> shown(List<ToolCallContent> content) {
        return TerminalReferences.replaced(content, reference -> {
            TerminalId open = terminals.openId(session, reference.terminalId());
            return open == null ? text(reference.terminalId()) : new Terminal(open, reference.meta());
        });
    }

    private ToolCallContent text(TerminalId terminal) {
        StoredOutput output = outputs.getOrDefault(terminal, new StoredOutput());
        return new Content(
                TextContent.of(output.isStored() ? output.text() : MISSING),
                new StoredTerminal(terminal, output.exitStatus(), output.isTruncated()).into(null));
    }
}
