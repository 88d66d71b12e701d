package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.inspector.text.SafeHtml;
import io.acp4j.inspector.text.TerminalRenderer;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.content.TextResourceContents;
import io.acp4j.schema.terminal.StoredTerminal;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.DiffChange;
import io.acp4j.schema.tool.DiffPatch;
import io.acp4j.schema.tool.FileAdded;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.FileCopied;
import io.acp4j.schema.tool.FileDeleted;
import io.acp4j.schema.tool.FileModified;
import io.acp4j.schema.tool.FileMoved;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.update.ToolCall;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Entries of a transcript for the page. */
final class EntryJson {

    /** Images of these kinds are shown; others, such as SVG, can hold scripts. */
    private static final Set<String> IMAGES = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private EntryJson() {}

    /**
     * Returns an entry of a conversation. The blocks of a message contain the gaps inside the message.
     */
    static ObjectNode of(TranscriptEntry entry, Conversation conversation) {
        ObjectNode node = Shown.NODES.objectNode();
        node.put("position", entry.position()).put("turn", entry.turn());
        if (entry instanceof TranscriptMessage message) {
            message(node, message, conversation.parts(message));
        } else if (entry instanceof TranscriptToolCall call) {
            toolCall(node, call);
        } else if (entry instanceof TranscriptEntry.AgentNotice notice) {
            node.put("type", "notice");
            node.put("title", Shown.line(notice.notice().title()));
            put(node, "text", notice.notice().description());
        } else if (entry instanceof TranscriptEntry.RefusedPrompt refused) {
            refused(node, refused);
        } else if (entry instanceof TranscriptEntry.Gap gap) {
            gap(node, gap);
        } else {
            node.put("type", "notice").put("title", "The agent has compacted what it remembers of the conversation");
        }
        return node;
    }

    private static void gap(ObjectNode node, TranscriptEntry.Gap gap) {
        node.put("type", "notice").put("title", gap.description());
        put(node, "text", gap.unstoredText().isEmpty() ? null : "Not stored by the agent: " + gap.unstoredText());
    }

    private static void refused(ObjectNode node, TranscriptEntry.RefusedPrompt refused) {
        ErrorObject error = refused.error();
        node.put("type", "refused").put("role", "user");
        node.put(
                "title",
                error == null
                        ? "This prompt was not sent"
                        : "The agent refused this prompt: " + Shown.line(error.message()) + " (" + error.code() + ")");
        blocks(node.putArray("blocks"), refused.content());
    }

    private static void message(ObjectNode node, TranscriptMessage message, List<TranscriptMessage.Part> parts) {
        node.put("type", "message");
        node.put("role", message.role().name().toLowerCase(Locale.ROOT));
        node.put("index", message.index());
        if (message.id() != null) {
            node.put("id", Shown.line(message.id().value()));
        }
        node.put("length", message.length());
        if (message.missing() > 0) {
            node.put("missing", message.missing());
        }
        ArrayNode blocks = node.putArray("blocks");
        for (TranscriptMessage.Part part : parts) {
            blocks(blocks, part.content());
            if (part.gap() != null) {
                gap(blocks.addObject(), part.gap());
            }
        }
    }

    private static void blocks(ArrayNode array, List<? extends ContentBlock> blocks) {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : blocks) {
            if (block instanceof TextContent said) {
                text.append(said.text());
            } else {
                flush(array, text);
                block(array.addObject(), block);
            }
        }
        flush(array, text);
    }

    private static void flush(ArrayNode array, StringBuilder text) {
        if (!text.isEmpty()) {
            array.addObject().put("type", "text").put("html", SafeHtml.of(text.toString()));
            text.setLength(0);
        }
    }

    private static void block(ObjectNode node, ContentBlock block) {
        if (block instanceof ImageContent image && IMAGES.contains(image.mimeType())) {
            node.put("type", "image").put("src", "data:" + image.mimeType() + ";base64," + image.data());
        } else if (block instanceof ImageContent image) {
            other(node, "image of type " + image.mimeType(), null);
        } else if (block instanceof AudioContent audio) {
            other(node, "audio of type " + audio.mimeType(), null);
        } else if (block instanceof ResourceLink link) {
            other(node, link.title() == null ? link.name() : link.title(), link.uri());
        } else if (block instanceof EmbeddedResource embedded) {
            boolean isText = embedded.resource() instanceof TextResourceContents;
            TextResourceContents contents = isText ? (TextResourceContents) embedded.resource() : null;
            other(node, contents == null ? "embedded resource" : contents.uri(), null);
            put(node, "text", contents == null ? null : contents.text());
        } else {
            other(node, "content of a kind that is not known here", null);
        }
    }

    private static void other(ObjectNode node, String name, @Nullable String uri) {
        node.put("type", "file").put("name", Shown.line(name));
        put(node, "uri", uri);
    }

    private static void toolCall(ObjectNode node, TranscriptToolCall entry) {
        ToolCall call = entry.call();
        node.put("type", "tool");
        node.put("id", Shown.line(entry.id().value()));
        node.put("title", Shown.line(call.title()));
        node.put("kind", Shown.line(call.kind().toString()));
        node.put(
                "status",
                entry.isCancelled() ? "cancelled" : Shown.line(call.status().toString()));
        ArrayNode places = node.putArray("locations");
        for (ToolCallLocation place : call.locations()) {
            places.add(Shown.line(place.line() == null ? place.path() : place.path() + ":" + place.line()));
        }
        ArrayNode contents = node.putArray("content");
        for (ToolCallContent content : call.content()) {
            content(contents.addObject(), content);
        }
        put(node, "input", Shown.pretty(call.rawInput()));
        put(node, "output", Shown.pretty(call.rawOutput()));
    }

    private static void content(ObjectNode node, ToolCallContent content) {
        if (content instanceof Diff diff) {
            node.put("type", "diff").put("path", Shown.line(diff.path())).put("isNew", diff.oldText() == null);
            node.set("rows", DiffRows.of(Objects.requireNonNullElse(diff.oldText(), ""), diff.newText()));
        } else if (content instanceof FileChanges changes) {
            changes(node, changes);
        } else if (content instanceof Terminal terminal) {
            node.put("type", "terminal")
                    .put("id", Shown.line(terminal.terminalId().value()));
        } else if (content instanceof Content said
                && said.content() instanceof TextContent output
                && StoredTerminal.of(said.meta()) != null) {
            node.put("type", "terminal");
            node.setAll(stored(output.text(), Objects.requireNonNull(StoredTerminal.of(said.meta()))));
        } else if (content instanceof Content said) {
            node.put("type", "blocks");
            blocks(node.putArray("blocks"), List.of(said.content()));
        } else {
            other(node, "content of a kind that is not known here", null);
        }
    }

    private static ObjectNode stored(String output, StoredTerminal terminal) {
        TerminalRenderer renderer = new TerminalRenderer();
        renderer.append(output);
        return TerminalJson.of(renderer.lines(), terminal.truncated() || renderer.isTruncated(), terminal.exitStatus());
    }

    /** A diff as version 2 has it: what has become of which files, and a patch. */
    private static void changes(ObjectNode node, FileChanges changes) {
        List<String> files = changes.changes().stream().map(EntryJson::change).toList();
        node.put("type", "diff").put("path", Shown.line(String.join(", ", files)));
        node.put("isNew", false);
        DiffPatch patch = changes.patch();
        node.set("rows", patch == null ? Shown.NODES.arrayNode() : DiffRows.ofPatch(patch.text()));
    }

    /** A change of a file in words. */
    static String change(DiffChange change) {
        if (change instanceof FileModified modified) {
            return modified.path();
        }
        if (change instanceof FileAdded added) {
            return added.path() + " (new)";
        }
        if (change instanceof FileDeleted deleted) {
            return deleted.path() + " (deleted)";
        }
        if (change instanceof FileMoved moved) {
            return moved.oldPath() + " → " + moved.path();
        }
        if (change instanceof FileCopied copied) {
            return copied.oldPath() + " → " + copied.path() + " (copied)";
        }
        return "a change of a kind that is not known here";
    }

    private static void put(ObjectNode node, String name, @Nullable String value) {
        if (value != null) {
            node.put(name, Shown.text(value));
        }
    }
}
