package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.tree.NewNode;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what terminals of the agent have shown: each is stored as one picture when its command ends, and with the end of the
 * turn. Of the output the end is kept, {@value #MAX_OUTPUT} bytes of each; of more than {@value #MAX_TERMINALS} at once that have
 * not ended the oldest is forgotten.
 */
final class TerminalRecords {

    static final int MAX_OUTPUT = 64 * 1024;
    static final int MAX_TERMINALS = 64;

    /** What is known of one terminal. */
    private static final class Picture {
        private TerminalUpdate rest;
        private byte[] output = new byte[0];
        private boolean written;
        private boolean stored;

        Picture(TerminalId id) {
            rest = TerminalUpdate.of(id);
        }

        void append(byte[] more) {
            int keep = Math.min(output.length, Math.max(0, MAX_OUTPUT - more.length));
            byte[] all = Arrays.copyOfRange(output, output.length - keep, output.length + more.length);
            System.arraycopy(more, 0, all, keep, more.length);
            output = all.length > MAX_OUTPUT ? Arrays.copyOfRange(all, all.length - MAX_OUTPUT, all.length) : all;
            written = true;
            stored = false;
        }

        NewNode node() {
            stored = true;
            return NewNode.of(
                    written
                            ? rest.toBuilder()
                                    .output(TerminalOutput.ofBytes(output))
                                    .build()
                            : rest);
        }
    }

    private final Map<TerminalId, Picture> open = new LinkedHashMap<>();

    private Picture of(TerminalId id) {
        if (!open.containsKey(id) && open.size() >= MAX_TERMINALS) {
            Iterator<TerminalId> oldest = open.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return open.computeIfAbsent(id, Picture::new);
    }

    /** Takes an update; returns what is to be stored of a terminal whose command has ended, or null. */
    @Nullable
    NewNode changed(TerminalUpdate update) {
        Picture picture = of(update.terminalId());
        picture.stored = false;
        TerminalOutput output = update.output().value();
        if (output != null || update.output().isCleared()) {
            picture.output = new byte[0];
            picture.written = true;
            if (output != null) {
                picture.append(output.bytes());
            }
        }
        TerminalUpdate known = picture.rest;
        picture.rest = new TerminalUpdate(
                known.terminalId(),
                known.command().then(update.command()),
                known.cwd().then(update.cwd()),
                known.output(),
                known.exitStatus().then(update.exitStatus()),
                known.size().then(update.size()),
                known.capabilities(),
                known.meta());
        if (picture.rest.exitStatus().value() == null) {
            return null;
        }
        open.remove(update.terminalId());
        return picture.node();
    }

    /** Takes output. */
    void wrote(TerminalOutputChunk chunk) {
        of(chunk.terminalId()).append(chunk.bytes());
    }

    /** Returns what is to be stored of the terminals whose commands go on. */
    List<NewNode> rest() {
        List<NewNode> nodes = new ArrayList<>();
        for (Picture picture : open.values()) {
            if (!picture.stored) {
                nodes.add(picture.node());
            }
        }
        return nodes;
    }
}
