package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.DiffPatch;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.ToolCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What updates have changed in messages and tool calls that was there: each member before and after. Of each entry the newest are
 * kept, and of the entries those that were changed last. Safe for use by many threads.
 */
final class Patches {

    /** How many changes of one entry are kept. */
    static final int MAX_PATCHES = 20;

    /** How many entries with changes are kept. */
    static final int MAX_ENTRIES = 500;

    private static final int MAX_TEXT = 4_000;
    private static final int SHORT = 60;

    private record Member(String name, String before, String after) {}

    private static final class Kept {
        private final Deque<List<Member>> patches = new ArrayDeque<>();
        private long dropped;
    }

    private final Map<Integer, Kept> entries = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Kept> eldest) {
            return size() > MAX_ENTRIES;
        }
    };

    synchronized void changed(TranscriptEntry before, TranscriptEntry after) {
        List<Member> members = new ArrayList<>();
        if (before instanceof TranscriptToolCall old && after instanceof TranscriptToolCall now) {
            compare(members, old.call(), now.call());
        } else if (before instanceof TranscriptMessage old && after instanceof TranscriptMessage now) {
            // One that was told back with its id has not changed for those who read it.
            add(members, "content", blocks(old.content()), blocks(now.content()));
        }
        if (members.isEmpty()) {
            return;
        }
        Kept kept = entries.computeIfAbsent(after.position(), position -> new Kept());
        kept.patches.addLast(members);
        if (kept.patches.size() > MAX_PATCHES) {
            kept.patches.removeFirst();
            kept.dropped++;
        }
    }

    private static void compare(List<Member> members, ToolCall before, ToolCall after) {
        add(members, "title", before.title(), after.title());
        add(members, "kind", before.kind().toString(), after.kind().toString());
        add(members, "status", before.status().toString(), after.status().toString());
        if (!before.locations().equals(after.locations())) {
            add(members, "locations", places(before), places(after));
        }
        if (!before.content().equals(after.content())) {
            add(members, "content", contents(before.content()), contents(after.content()));
        }
        add(members, "rawInput", before.rawInput(), after.rawInput());
        add(members, "rawOutput", before.rawOutput(), after.rawOutput());
    }

    private static void add(List<Member> members, String name, @Nullable RawJson before, @Nullable RawJson after) {
        if (before == null ? after != null : !before.equals(after)) {
            add(members, name, pretty(before), pretty(after));
        }
    }

    /** What is said for the first time is no change: the entry shows it. */
    private static void add(List<Member> members, String name, String before, String after) {
        if (!before.isEmpty() && !before.equals(after)) {
            members.add(new Member(name, cut(before), cut(after)));
        }
    }

    private static String pretty(@Nullable RawJson value) {
        String text = Shown.pretty(value);
        return text == null ? "" : text;
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }

    private static String places(ToolCall call) {
        return call.locations().stream()
                .map(place -> place.line() == null ? place.path() : place.path() + ":" + place.line())
                .collect(Collectors.joining("\n"));
    }

    private static String contents(List<? extends ToolCallContent> contents) {
        return contents.stream().map(Patches::content).collect(Collectors.joining("\n"));
    }

    private static String content(ToolCallContent content) {
        if (content instanceof Content said) {
            return block(said.content());
        }
        if (content instanceof Diff diff) {
            return "diff of " + diff.path() + "\n" + diff.newText();
        }
        if (content instanceof FileChanges changes) {
            DiffPatch patch = changes.patch();
            return "changes of " + changes.changes().size() + " files" + (patch == null ? "" : "\n" + patch.text());
        }
        if (content instanceof Terminal terminal) {
            return "terminal " + terminal.terminalId().value();
        }
        return "content of a kind that is not known here";
    }

    private static String blocks(List<? extends ContentBlock> blocks) {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : blocks) {
            text.append(block(block));
            if (text.length() > MAX_TEXT) {
                break;
            }
        }
        return text.toString();
    }

    private static String block(ContentBlock block) {
        return block instanceof TextContent text
                ? text.text()
                : "(" + block.getClass().getSimpleName() + ")";
    }

    synchronized void forget(int position) {
        entries.remove(position);
    }

    synchronized void clear() {
        entries.clear();
    }

    /** Adds what is known of an entry to what is shown of it. */
    synchronized void show(int position, ObjectNode entry) {
        Kept kept = entries.get(position);
        if (kept == null) {
            return;
        }
        ObjectNode shown = entry.putObject("patches").put("dropped", kept.dropped);
        ArrayNode list = shown.putArray("list");
        for (List<Member> patch : kept.patches) {
            ArrayNode members = list.addArray();
            patch.forEach(member -> show(member, members.addObject()));
        }
    }

    private static void show(Member member, ObjectNode node) {
        node.put("name", member.name());
        String before = member.before();
        String after = member.after();
        if (isShort(before) && isShort(after)) {
            node.put("before", Shown.line(before)).put("after", Shown.line(after));
        } else {
            node.put("cleared", after.isEmpty());
            node.set("rows", DiffRows.of(before, after));
        }
    }

    private static boolean isShort(String text) {
        return text.length() <= SHORT && text.indexOf('\n') < 0;
    }
}
