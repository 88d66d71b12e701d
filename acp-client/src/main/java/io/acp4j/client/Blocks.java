package io.acp4j.client;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.v1.content.AudioContent;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.content.EmbeddedResource;
import io.acp4j.schema.v1.content.ImageContent;
import io.acp4j.schema.v1.init.PromptCapabilities;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The content of prompts. */
final class Blocks {

    private Blocks() {}

    static List<ContentBlock> list(ContentBlock first, ContentBlock... more) {
        List<ContentBlock> blocks = new ArrayList<>(1 + more.length);
        blocks.add(first);
        Collections.addAll(blocks, more);
        return blocks;
    }

    /** Refuses kinds of content that the agent does not take; text and links always pass, unknown kinds are the caller's. */
    static void require(PromptCapabilities agent, List<? extends ContentBlock> blocks) {
        for (ContentBlock block : blocks) {
            if (block instanceof ImageContent) {
                require(agent.image(), "image");
            } else if (block instanceof AudioContent) {
                require(agent.audio(), "audio");
            } else if (block instanceof EmbeddedResource) {
                require(agent.embeddedContext(), "embeddedContext");
            }
        }
    }

    private static void require(boolean advertised, String capability) {
        if (!advertised) {
            throw new UnsupportedCapabilityException(
                    "session/prompt with such content", "agentCapabilities.promptCapabilities." + capability);
        }
    }
}
