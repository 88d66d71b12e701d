package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.text.SecretMask;
import io.acp4j.rpc.VisibleText;
import io.acp4j.tck.conversation.BrokenRequirement;
import java.util.Locale;

/** Findings as JSON, for pages and scripts; without secrets. */
public final class FindingJson {

    private FindingJson() {}

    /**
     * Returns a finding; what a peer has said in it is made visible.
     *
     * @param broken the finding
     * @param frame the frame that it is about
     * @return the finding as JSON
     */
    public static ObjectNode of(BrokenRequirement broken, long frame) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("requirement", broken.id())
                .put("side", broken.side().name().toLowerCase(Locale.ROOT))
                .put("level", broken.level())
                .put("source", broken.source())
                .put("text", broken.text())
                .put("citation", broken.citation())
                .put("link", broken.link())
                .put("expected", VisibleText.line(broken.expected()))
                .put("observed", VisibleText.line(SecretMask.text(broken.observed())))
                .put("frame", frame);
    }
}
