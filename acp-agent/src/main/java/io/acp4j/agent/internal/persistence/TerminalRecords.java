package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.internal.patch.MetaPatches;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.terminal.StoredTerminal;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.update.SessionUpdate;
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
 * Collects the output of terminals. It is stored when the command ends, and at the end of the turn. Output that was not reported as a whole
 * is stored as a continuation. The last {@value #MAX_OUTPUT} bytes of each terminal are kept. Of more than {@value #MAX_TERMINALS} terminals
 * whose commands are running, the oldest is removed. A terminal of the client is also stored when a tool call first refers to it, so that a
 * replay can report it even if the process of the agent ends first.
 */
final class TerminalRecords {

    static final int MAX_OUTPUT = 64 * 1024;
    static final int MAX_TERMINALS = 64;

    /** What has been shown of one terminal. */
    private static final class Picture {
        private TerminalUpdate rest;

        /** Whether extra data of before was removed ahead of what {@link #rest} says of it. */
        private boolean metaCleared;

        private byte[] output = new byte[0];

        /** Whether {@link #output} is all that there is, and nothing that follows what was stored before. */
        private boolean whole;

        private boolean stored;

        Picture(TerminalId id) {
            rest = TerminalUpdate.of(id);
        }

        void append(byte[] more) {
            whole |= output.length + more.length > MAX_OUTPUT;
            int keep = Math.min(output.length, Math.max(0, MAX_OUTPUT - more.length));
            byte[] all = Arrays.copyOfRange(output, output.length - keep, output.length + more.length);
            System.arraycopy(more, 0, all, keep, more.length);
            output = all.length > MAX_OUTPUT ? Arrays.copyOfRange(all, all.length - MAX_OUTPUT, all.length) : all;
            stored = false;
        }

        void change(TerminalUpdate update) {
            stored = false;
            TerminalOutput all = update.output().value();
            if (!update.output().isUnchanged()) {
                output = new byte[0];
                whole = true;
                if (all != null) {
                    append(all.bytes());
                }
            }
            Patch<Meta> meta = MetaPatches.merged(rest.meta(), update.meta());
            metaCleared |= meta == null;
            rest = new TerminalUpdate(
                    rest.terminalId(),
                    rest.command().then(update.command()),
                    rest.cwd().then(update.cwd()),
                    rest.output(),
                    rest.exitStatus().then(update.exitStatus()),
                    rest.size().then(update.size()),
                    rest.capabilities(),
                    meta == null ? update.meta() : meta);
        }

        boolean hasEnded() {
            return rest.exitStatus().value() != null;
        }

        HistoryEntry.Draft node() {
            stored = true;
            TerminalId id = rest.terminalId();
            List<SessionUpdate> updates = new ArrayList<>();
            if (metaCleared) {
                updates.add(TerminalUpdate.builder(id).meta(Patch.cleared()).build());
            }
            updates.add(
                    whole
                            ? rest.toBuilder()
                                    .output(TerminalOutput.ofBytes(output))
                                    .build()
                            : rest);
            if (!whole && output.length > 0) {
                updates.add(TerminalOutputChunk.ofBytes(id, output));
                output = new byte[0];
            }
            return new HistoryEntry.Draft(NodeKind.OTHER, null, updates);
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
    HistoryEntry.@Nullable Draft changed(TerminalUpdate update) {
        // On another branch, a terminal is stored again with its command.
        boolean isFirst =
                !open.containsKey(update.terminalId()) || update.command().value() != null;
        Picture picture = of(update.terminalId());
        picture.change(update);
        if (!picture.hasEnded()) {
            boolean isOfClient = StoredTerminal.of(update.meta().value()) != null;
            return isFirst && isOfClient ? picture.node() : null;
        }
        open.remove(update.terminalId());
        return picture.node();
    }

    /** Takes output. */
    void wrote(TerminalOutputChunk chunk) {
        of(chunk.terminalId()).append(chunk.bytes());
    }

    /** Returns what is to be stored of the terminals whose commands go on. */
    List<HistoryEntry.Draft> rest() {
        List<HistoryEntry.Draft> nodes = new ArrayList<>();
        for (Picture picture : open.values()) {
            if (!picture.stored) {
                nodes.add(picture.node());
            }
        }
        return nodes;
    }
}
