package io.acp4j.tck.internal.agent.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What comes back of the user's messages: their blocks, as far as the protocol says what is in them. */
final class EchoRules extends Rules {

    private static final String REQUIREMENT = "V2-PROMPT-029";
    private static final String METADATA = "V2-PROMPT-030";

    /** What a trace leaves in `_meta`: an agent goes on with a span of its own. */
    private static final Set<String> TRACE = Set.of("traceparent", "tracestate", "baggage");

    private static final List<String> MEMBERS =
            List.of("/type", "/text", "/data", "/mimeType", "/uri", "/resource/uri", "/resource/text");

    private final Set<String> blocks;

    EchoRules(MessageShapes shapes) {
        blocks = shapes.tags("ContentBlock", "type");
    }

    @Override
    public List<String> watches() {
        return List.of(REQUIREMENT, METADATA);
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Map<String, Entry> prompts = new HashMap<>();
        for (Entry entry : recording.received()) {
            Entry request = entry.kind() == Entry.Kind.RESPONSE ? recording.requestOf(entry) : null;
            JsonNode id = entry.at("/result/messageId");
            if (request != null && request.method().equals("session/prompt") && id.isTextual()) {
                prompts.put(place(request, id), request);
            }
        }
        Map<String, Integer> chunks = new HashMap<>();
        for (Entry entry : recording.received("session/update")) {
            JsonNode content = entry.at("/params/update/content");
            String place = place(entry, entry.at("/params/update/messageId"));
            Entry prompt = prompts.get(place);
            if (prompt == null) {
                continue;
            }
            JsonNode sent = prompt.at("/params/prompt");
            if (entry.update().equals("user_message") && content.isArray()) {
                // The first one: later ones may be replayed, or replace it.
                prompts.remove(place);
                whole(sent, content, findings);
            } else if (entry.update().equals("user_message_chunk")) {
                int index = chunks.merge(place, 1, Integer::sum) - 1;
                if (index >= sent.size() || isPart(sent.get(index), content)) {
                    prompts.remove(place);
                } else {
                    compare(sent.get(index), content, findings);
                }
            }
        }
    }

    private static String place(Entry entry, JsonNode id) {
        return entry.session() + " " + id;
    }

    private void whole(JsonNode sent, JsonNode echo, Findings findings) {
        if (sent.size() == echo.size()) {
            for (int i = 0; i < sent.size(); i++) {
                compare(sent.get(i), echo.get(i), findings);
            }
            return;
        }
        // The agent may divide or join texts, but not other blocks. V2-PROMPT-031 reports missing blocks.
        for (JsonNode block : sent) {
            String type = block.path("type").asText();
            List<JsonNode> alike = new ArrayList<>();
            echo.forEach(each -> {
                if (each.path("type").asText().equals(type)) {
                    alike.add(each);
                }
            });
            if (!type.equals("text") && !alike.isEmpty() && alike.stream().noneMatch(each -> hasMembers(each, block))) {
                compare(block, alike.get(0), findings);
            }
        }
    }

    private static boolean hasMembers(JsonNode echo, JsonNode sent) {
        return MEMBERS.stream()
                .allMatch(member ->
                        !sent.at(member).isTextual() || echo.at(member).equals(sent.at(member)));
    }

    /** Returns whether a chunk has the beginning of a text only, which others go on with. */
    private static boolean isPart(JsonNode sent, JsonNode chunk) {
        String text = sent.path("text").asText();
        String part = chunk.path("text").asText();
        return chunk.path("type").asText().equals("text") && part.length() < text.length() && text.startsWith(part);
    }

    private void compare(JsonNode sent, JsonNode echo, Findings findings) {
        if (!blocks.contains(sent.path("type").asText())) {
            return;
        }
        for (String member : MEMBERS) {
            if (sent.at(member).isTextual()) {
                findings.check(
                        REQUIREMENT,
                        echo.at(member).equals(sent.at(member)),
                        "the block as it was sent, with its " + member.substring(1),
                        echo);
            }
        }
        for (Map.Entry<String, JsonNode> member : sent.path("_meta").properties()) {
            JsonNode back = echo.path("_meta").path(member.getKey());
            if (!TRACE.contains(member.getKey()) && !back.isMissingNode() && !back.isNull()) {
                findings.check(
                        METADATA,
                        back.equals(member.getValue()),
                        "the member " + member.getKey() + " of `_meta` as it was sent, or none",
                        echo);
            }
        }
    }
}
