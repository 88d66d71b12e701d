package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.terminal.TerminalCapabilities;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.terminal.TerminalSize;
import io.acp4j.schema.update.TerminalUpdate;
import org.jspecify.annotations.Nullable;

/** A terminal of which the end of the output is kept. */
public final class DefaultTerminal implements Conversation.TerminalState {

    private final TerminalId id;
    private final @Nullable String command;
    private final @Nullable String cwd;
    private final TerminalText output;
    private final @Nullable TerminalExitStatus exitStatus;
    private final @Nullable TerminalSize screen;
    private final @Nullable TerminalCapabilities capabilities;
    private final @Nullable Meta meta;

    private DefaultTerminal(
            TerminalId id,
            @Nullable String command,
            @Nullable String cwd,
            TerminalText output,
            @Nullable TerminalExitStatus exitStatus,
            @Nullable TerminalSize screen,
            @Nullable TerminalCapabilities capabilities,
            @Nullable Meta meta) {
        this.id = id;
        this.command = command;
        this.cwd = cwd;
        this.output = output;
        this.exitStatus = exitStatus;
        this.screen = screen;
        this.capabilities = capabilities;
        this.meta = meta;
    }

    static DefaultTerminal begun(TerminalId id) {
        return new DefaultTerminal(id, null, null, TerminalText.EMPTY, null, null, null, null);
    }

    /** The terminal as it is now, and the text by which its output has grown. */
    public record Changed(DefaultTerminal terminal, String added) {}

    public Changed updatedBy(TerminalUpdate update) {
        Patch<TerminalOutput> all = update.output();
        TerminalText.Grown grown;
        if (all.isUnchanged()) {
            grown = new TerminalText.Grown(output, "");
        } else {
            TerminalOutput given = all.value();
            grown = given == null
                    ? new TerminalText.Grown(TerminalText.EMPTY, "")
                    : new TerminalText.Grown(
                            TerminalText.EMPTY.plus(given.bytes()).text(), "");
        }
        return new Changed(
                new DefaultTerminal(
                        id,
                        update.command().applyTo(command),
                        update.cwd().applyTo(cwd),
                        grown.text(),
                        update.exitStatus().applyTo(exitStatus),
                        update.size().applyTo(screen),
                        update.capabilities().applyTo(capabilities),
                        Meta.patched(meta, update.meta())),
                grown.added());
    }

    public Changed plus(byte[] bytes) {
        TerminalText.Grown grown = output.plus(bytes);
        return new Changed(
                new DefaultTerminal(id, command, cwd, grown.text(), exitStatus, screen, capabilities, meta),
                grown.added());
    }

    @Override
    public TerminalId id() {
        return id;
    }

    @Override
    public @Nullable String command() {
        return command;
    }

    @Override
    public @Nullable String cwd() {
        return cwd;
    }

    @Override
    public byte[] output() {
        return output.bytes();
    }

    @Override
    public String text() {
        return output.text();
    }

    @Override
    public long written() {
        return output.total();
    }

    @Override
    public @Nullable TerminalExitStatus exitStatus() {
        return exitStatus;
    }

    @Override
    public @Nullable TerminalSize screen() {
        return screen;
    }

    @Override
    public boolean isCancellable() {
        return exitStatus == null && capabilities != null && capabilities.cancel() != null;
    }

    @Override
    public @Nullable Meta meta() {
        return meta;
    }

    /** Describes the terminal without its output. */
    @Override
    public String toString() {
        return "TerminalState[" + id + ", " + output.total() + " bytes, " + (exitStatus == null ? "runs" : "has ended")
                + "]";
    }
}
