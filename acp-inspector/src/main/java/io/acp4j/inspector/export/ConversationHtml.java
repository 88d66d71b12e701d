package io.acp4j.inspector.export;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversations as they are shown in the page, as HTML. */
final class ConversationHtml {

    private static final Map<String, String> WHO = Map.of("user", "User", "agent", "Agent");

    private final Map<String, @Nullable JsonNode> shown;
    private final TerminalHtml terminals;
    private final Html out;
    private String key = "";

    ConversationHtml(Map<String, @Nullable JsonNode> shown, TerminalHtml terminals, Html out) {
        this.terminals = terminals;
        this.shown = shown;
        this.out = out;
    }

    void all(JsonNode sessions) {
        out.markup("<h2 id=\"conversations\">Conversations</h2>\n");
        if (sessions.path("nodes").isEmpty()) {
            out.element("p", "muted", "No session was opened.");
        }
        boolean first = true;
        for (JsonNode node : sessions.path("nodes")) {
            out.markup(first ? "<details class=\"session\" open>" : "<details class=\"session\">");
            first = false;
            String title = node.path("title").asText();
            out.markup("<summary>")
                    .text(title.isEmpty() ? node.path("name").asText() : title)
                    .markup(" ");
            if (node.hasNonNull("mark")) {
                out.element("span", "mark", node.path("mark").asText());
            }
            out.element("code", node.path("id").asText()).markup("</summary>\n");
            entries(node.path("key").asText());
            out.markup("</details>\n");
        }
    }

    private void entries(String session) {
        key = session;
        String prefix = "e/" + key + "/";
        List<JsonNode> entries = new ArrayList<>();
        shown.forEach((topic, value) -> {
            if (topic.startsWith(prefix) && value != null && value.isObject()) {
                entries.add(value);
            }
        });
        entries.sort(Comparator.comparingInt(entry -> entry.path("position").asInt()));
        if (entries.isEmpty()) {
            out.element("p", "muted", "No messages.");
        }
        entries.forEach(this::entry);
    }

    private void entry(JsonNode entry) {
        switch (entry.path("type").asText()) {
            case "tool" -> tool(entry);
            case "notice" -> notice(entry);
            default -> message(entry);
        }
    }

    private void notice(JsonNode notice) {
        out.markup("<article class=\"notice\">")
                .element("b", notice.path("title").asText());
        out.element("p", notice.path("text").asText()).markup("</article>\n");
    }

    private void message(JsonNode entry) {
        String role = entry.path("role").asText();
        if (role.equals("thought")) {
            out.markup("<details class=\"thought\"><summary>thought</summary>");
            blocks(entry.path("blocks"));
            out.markup("</details>\n");
            return;
        }
        boolean isUser = role.equals("user");
        out.markup(isUser ? "<article class=\"user\">" : "<article>");
        out.element("header", WHO.getOrDefault(role, role));
        blocks(entry.path("blocks"));
        if (entry.has("missing")) {
            out.element("p", "muted", entry.path("missing").asText() + " more characters were not stored.");
        }
        out.markup("</article>\n");
    }

    private void blocks(JsonNode blocks) {
        for (JsonNode block : blocks) {
            switch (block.path("type").asText()) {
                // Made safe where it was made: see SafeHtml.
                case "text" ->
                    out.markup("<div class=\"md\">")
                            .markup(block.path("html").asText())
                            .markup("</div>\n");
                case "notice" -> notice(block);
                case "image" ->
                    out.markup("<img alt=\"image in the message\" src=\"")
                            .text(block.path("src").asText())
                            .markup("\">\n");
                default -> {
                    out.element(
                            "p",
                            "file",
                            block.path("name").asText() + " "
                                    + block.path("uri").asText());
                    folded("content", block.path("text"));
                }
            }
        }
    }

    private void tool(JsonNode call) {
        out.markup("<details class=\"call\" open><summary>");
        out.element("b", call.path("title").asText())
                .element("span", "mark", call.path("kind").asText());
        boolean failed = call.path("status").asText().equals("failed");
        out.element("span", failed ? "bad" : "muted", call.path("status").asText())
                .markup("</summary>\n");
        for (JsonNode place : call.path("locations")) {
            out.element("code", place.asText());
        }
        call.path("content").forEach(this::content);
        folded("input", call.path("input"));
        folded("output", call.path("output"));
        out.markup("</details>\n");
    }

    private void content(JsonNode content) {
        switch (content.path("type").asText()) {
            case "diff" -> {
                out.element("code", content.path("path").asText())
                        .markup("<pre class=\"diff\"" + Html.SCROLLABLE + ">");
                content.path("rows").forEach(this::row);
                out.markup("</pre>\n");
            }
            case "terminal" -> {
                String id = content.path("id").asText();
                JsonNode known = content.has("lines") ? content : shown.get("t/" + key + "/" + id);
                out.element("code", content.has("lines") ? "stored terminal output" : "terminal " + id);
                if (known == null) {
                    out.element("pre", "(The output is not known.)");
                } else {
                    terminals.write(known.path("lines"), out);
                }
            }
            case "blocks" -> blocks(content.path("blocks"));
            default -> out.element("p", "file", content.path("name").asText());
        }
    }

    private void row(JsonNode row) {
        String kind = row.path("op").asText();
        switch (kind) {
            case "add" -> out.element("ins", "+ " + row.path("text").asText());
            case "del" -> out.element("del", "− " + row.path("text").asText());
            default ->
                out.element(
                        "span",
                        (kind.equals("gap") ? "⋯ " : "  ") + row.path("text").asText());
        }
    }

    private void folded(String title, JsonNode text) {
        if (text.isTextual()) {
            out.markup("<details><summary>")
                    .markup(title)
                    .markup("</summary>")
                    .element("pre", text.asText())
                    .markup("</details>\n");
        }
    }
}
