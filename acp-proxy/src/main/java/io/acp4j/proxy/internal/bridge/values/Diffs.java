package io.acp4j.proxy.internal.bridge.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.schema.internal.patch.GitPatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes of files: two texts in the older version, operations with a patch in the newer one. */
public final class Diffs {

    private Diffs() {}

    /** Makes a diff of the newer version; the rest of the item stays as it is. */
    public static ObjectNode forNewer(ObjectNode item) {
        String path = Json.text(item, "path", "");
        String before = Json.text(item, "oldText");
        String after = Json.text(item, "newText", "");
        item.remove(List.of("path", "oldText", "newText"));
        item.putArray("changes")
                .addObject()
                .put("operation", before == null ? "add" : "modify")
                .put("path", path);
        item.putObject("patch").put("format", "git_patch").put("text", GitPatch.write(path, before, after));
        return item;
    }

    /** Makes diffs of the older version, or a text where that is not possible; adds them to the content. */
    public static void forOlder(ObjectNode item, ArrayNode content, Losses losses) {
        JsonNode changes = item.path("changes");
        String text = Json.text(item.path("patch"), "text", "");
        List<GitPatch.Texts> texts =
                "git_patch".equals(Json.text(item.path("patch"), "format")) ? GitPatch.read(text) : List.of();
        ArrayNode diffs = Json.array();
        for (int i = 0; i < changes.size() && texts.size() == changes.size(); i++) {
            ObjectNode diff = diff(changes.get(i), texts.get(i));
            if (diff == null) {
                break;
            }
            diffs.add(diff);
        }
        if (!diffs.isEmpty() && diffs.size() == changes.size()) {
            if (Json.has(item, "_meta")) {
                ((ObjectNode) diffs.get(0)).set("_meta", item.path("_meta"));
            }
            content.addAll(diffs);
            return;
        }
        losses.add(BridgeLoss.DIFF);
        ObjectNode block = Json.textContent(describe(changes, text));
        if (Json.has(item, "_meta")) {
            block.set("_meta", item.path("_meta"));
        }
        content.add(block);
    }

    private static @Nullable ObjectNode diff(JsonNode change, GitPatch.Texts texts) {
        String path = Json.text(change, "path");
        String operation = Json.text(change, "operation", "");
        boolean adds = operation.equals("add");
        if (path == null || !(adds || operation.equals("modify")) || adds != (texts.before() == null)) {
            return null;
        }
        ObjectNode diff = Json.object().put("type", "diff").put("path", path);
        if (texts.before() != null) {
            diff.put("oldText", texts.before());
        }
        return diff.put("newText", texts.after());
    }

    private static String describe(JsonNode changes, String patch) {
        StringBuilder text = new StringBuilder();
        for (JsonNode change : changes) {
            text.append(Json.text(change, "operation", "change")).append(' ');
            String from = Json.text(change, "oldPath");
            if (from != null) {
                text.append(from).append(" → ");
            }
            text.append(Json.text(change, "path", "?")).append('\n');
        }
        if (!patch.isEmpty()) {
            text.append("```diff\n").append(patch);
            if (!patch.endsWith("\n")) {
                text.append('\n');
            }
            text.append("```\n");
        }
        return text.toString();
    }
}
