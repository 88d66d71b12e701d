package io.acp4j.client;

import io.acp4j.schema.content.ContentBlock;
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
}
