package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.text.TerminalRenderer;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanItems;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.UsageUpdate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the topics of a conversation: {@code m/KEY} for the whole, {@code e/KEY/POSITION} for entries. */
final class ConversationTopics implements AutoCloseable {

    private final String key;
    private final SessionTranscript transcript;
    private final StateBoard board;
    private final Supplier<ObjectNode> state;
    private final Registration subscription;
    private final Patches patches = new Patches();
    private final Set<String> terminals = ConcurrentHashMap.newKeySet();

    /**
     * Shows a conversation, and what becomes of it.
     *
     * @param state makes the value for the whole
     * @param changed is told of what is more than a change of an entry
     */
    ConversationTopics(
            String key,
            SessionTranscript transcript,
            StateBoard board,
            Supplier<ObjectNode> state,
            Consumer<TranscriptChange> changed) {
        this.key = key;
        this.transcript = transcript;
        this.board = board;
        this.state = state;
        // First the listener: what comes in between is shown twice, which does no harm, and never missed.
        this.subscription = transcript.onChange((change, after) -> follow(change, after, changed));
        showAll();
    }

    private void follow(TranscriptChange change, Conversation after, Consumer<TranscriptChange> changed) {
        if (change instanceof TranscriptChange.EntryAdded added) {
            show(added.entry().position());
        } else if (change instanceof TranscriptChange.MessageExtended extended) {
            showExtended(extended.message().position(), after);
        } else if (change instanceof TranscriptChange.EntryChanged entry) {
            patches.changed(entry.before(), entry.entry());
            show(entry.entry().position());
        } else if (change instanceof TranscriptChange.EntryDropped dropped) {
            patches.forget(dropped.entry().position());
            board.remove(topic(dropped.entry().position()));
        } else if (change instanceof TranscriptChange.Replaced replaced) {
            patches.clear();
            changed.accept(change);
            replace(replaced.before());
        } else if (change instanceof TranscriptChange.TerminalChanged terminal) {
            show(terminal.terminal());
        } else {
            changed.accept(change);
            showState();
        }
    }

    private Set<Integer> showAll() {
        Set<Integer> shown = new HashSet<>();
        for (TranscriptEntry entry : transcript.snapshot().entries()) {
            show(entry.position());
            shown.add(entry.position());
        }
        showState();
        return shown;
    }

    /** The new first: a page that were empty in between would lose its place and its focus. */
    private void replace(Conversation before) {
        Set<Integer> shown = showAll();
        for (TranscriptEntry entry : before.entries()) {
            if (!shown.contains(entry.position())) {
                board.remove(topic(entry.position()));
            }
        }
    }

    private String topic(int position) {
        return "e/" + key + "/" + position;
    }

    /** An entry that has gone until it is sent is sent as nothing; its removal follows. */
    private void show(int position) {
        board.put(topic(position), () -> {
            Conversation now = transcript.snapshot();
            int index = position - now.droppedEntries();
            if (index < 0 || index >= now.entries().size()) {
                return Shown.NODES.nullNode();
            }
            TranscriptEntry entry = now.entries().get(index);
            if (entry instanceof TranscriptEntry.Gap gap && now.isInsideMessage(gap)) {
                return Shown.NODES.nullNode();
            }
            ObjectNode node = EntryJson.of(entry, now);
            patches.show(position, node);
            return node;
        });
    }

    /** Shows an extended message, and the entries of the gaps that the extension may have placed inside it. */
    private void showExtended(int position, Conversation after) {
        show(position);
        List<TranscriptEntry> entries = after.entries();
        for (int i = position + 1 - after.droppedEntries(); i > 0 && i < entries.size(); i++) {
            if (entries.get(i) instanceof TranscriptMessage) {
                return;
            }
            if (entries.get(i) instanceof TranscriptEntry.Gap gap) {
                show(gap.position());
            }
        }
    }

    /** A terminal of version 2, whose output comes by updates. */
    private void show(Conversation.TerminalState terminal) {
        String text = terminal.text();
        String topic = TerminalOutputs.topic(key, terminal.id().value());
        terminals.add(topic);
        board.put(topic, () -> {
            TerminalRenderer renderer = new TerminalRenderer();
            renderer.append(text);
            return TerminalJson.of(renderer.lines(), renderer.isTruncated(), terminal.exitStatus());
        });
    }

    void showState() {
        board.put("m/" + key, state);
    }

    /** Returns what a conversation says of itself; modes and options are those of the session. */
    static ObjectNode state(Conversation now, @Nullable SessionModeState modes, List<SessionConfigOption> options) {
        ObjectNode node = Shown.NODES.objectNode();
        if (now.lastStop() != null) {
            node.put("stop", Shown.line(now.lastStop().toString()));
        }
        if (modes != null) {
            node.set("modes", Shown.of(SessionModeState.CODEC, modes));
        }
        node.set("options", Shown.all(SessionConfigOption.CODEC, options));
        node.set("commands", Shown.all(AvailableCommand.CODEC, now.commands()));
        node.set("plan", Shown.all(PlanEntry.CODEC, plan(now)));
        if (now.usage() != null) {
            node.set("usage", Shown.of(UsageUpdate.CODEC, now.usage()));
        }
        List<BackgroundWork> background = now.background();
        if (background != null) {
            node.set("background", Shown.all(BackgroundWork.CODEC, background));
        }
        node.put("inherited", now.inheritedMessages());
        return node;
    }

    /** Returns what is planned: in version 2, the items of all plans. */
    private static List<PlanEntry> plan(Conversation now) {
        if (!now.plan().isEmpty()) {
            return now.plan();
        }
        return now.plans().values().stream()
                .filter(PlanItems.class::isInstance)
                .flatMap(plan -> ((PlanItems) plan).entries().stream())
                .toList();
    }

    /** Forgets it. */
    @Override
    public void close() {
        subscription.close();
        board.remove("m/" + key);
        board.removeAll("e/" + key + "/");
        terminals.forEach(board::remove);
    }
}
