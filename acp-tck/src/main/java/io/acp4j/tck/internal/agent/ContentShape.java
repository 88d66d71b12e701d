package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.shape.MessageShapes;
import java.util.Set;

/** Judges content blocks. */
final class ContentShape {

    private final Set<String> types;

    ContentShape(MessageShapes shapes) {
        types = shapes.tags("ContentBlock", "type");
    }

    void check(JsonNode block, Findings findings) {
        switch (block.path("type").asText()) {
            case "text" -> findings.check("UPD-017", block.path("text").isTextual(), "a text", block);
            case "image" -> findings.check("UPD-018", isData(block), "data and a MIME type", block);
            case "audio" -> findings.check("UPD-019", isData(block), "data and a MIME type", block);
            case "resource_link" ->
                findings.check(
                        "UPD-020",
                        block.path("name").isTextual() && block.path("uri").isTextual(),
                        "a name and a URI",
                        block);
            case "resource" -> {
                JsonNode resource = block.path("resource");
                findings.check(
                        "UPD-021",
                        resource.path("uri").isTextual()
                                && (resource.path("text").isTextual()
                                        || resource.path("blob").isTextual()),
                        "a URI and either text or data",
                        block);
            }
            default -> {
                String type = block.path("type").asText();
                findings.check("UPD-025", types.contains(type), String.join(", ", types), block);
                return;
            }
        }
        findings.check("UPD-025", true, "", "");
    }

    private static boolean isData(JsonNode block) {
        return block.path("data").isTextual() && block.path("mimeType").isTextual();
    }
}
