package io.acp4j.client.transcript;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.terminal.TerminalCapabilities;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.terminal.TerminalSize;
import io.acp4j.schema.update.TerminalUpdate;
import org.jspecify.annotations.Nullable;

/**
 * A terminal of the agent, as all that came about it tells; immutable. The agent runs the command; clients only show it.
 *
 * <p>Of its output the last {@value #MAX_OUTPUT} bytes are kept, and as many characters of the text.
 *
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public final class TranscriptTerminal {

    /** How many bytes of output are kept, the last ones. */
    public static final int MAX_OUTPUT = TerminalText.MAX;

    private final TerminalId id;
    private final @Nullable String command;
    private final @Nullable String cwd;
    private final TerminalText output;
    private final @Nullable TerminalExitStatus exitStatus;
    private final @Nullable TerminalSize screen;
    private final @Nullable TerminalCapabilities capabilities;
    private final @Nullable Meta meta;

    private TranscriptTerminal(
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

    static TranscriptTerminal begun(TerminalId id) {
        return new TranscriptTerminal(id, null, null, TerminalText.EMPTY, null, null, null, null);
    }

    /** The terminal as it is now, and the text by which its output has grown. */
    record Changed(TranscriptTerminal terminal, String added) {}

    Changed updatedBy(TerminalUpdate update) {
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
                new TranscriptTerminal(
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

    Changed plus(byte[] bytes) {
        TerminalText.Grown grown = output.plus(bytes);
        return new Changed(
                new TranscriptTerminal(id, command, cwd, grown.text(), exitStatus, screen, capabilities, meta),
                grown.added());
    }

    /**
     * Names the terminal.
     *
     * @return the id that the agent gave it
     */
    public TerminalId id() {
        return id;
    }

    /**
     * Returns what runs in it.
     *
     * @return the command as it is to be shown; null while it is not known
     */
    public @Nullable String command() {
        return command;
    }

    /**
     * Returns where it runs.
     *
     * @return the absolute path of its working directory; null while it is not known
     */
    public @Nullable String cwd() {
        return cwd;
    }

    /**
     * Returns the end of what was written. Takes time in proportion to it.
     *
     * @return the last bytes, control sequences included, as a new array
     */
    public byte[] output() {
        return output.bytes();
    }

    /**
     * Returns the end of what was written, decoded as UTF-8 as it came. What is no UTF-8 is shown as such; the bytes of a character
     * that has not come whole are not shown yet. Takes time in proportion to it.
     *
     * @return the last characters, control sequences included
     */
    public String text() {
        return output.text();
    }

    /**
     * Returns how much was written since the output was last told as a whole.
     *
     * @return the number of bytes, those included that are not kept
     */
    public long written() {
        return output.total();
    }

    /**
     * Returns how the command ended.
     *
     * @return its exit code or signal; null while it runs
     */
    public @Nullable TerminalExitStatus exitStatus() {
        return exitStatus;
    }

    /**
     * Returns how large the terminal is.
     *
     * @return its columns and rows; null while they are not known
     */
    public @Nullable TerminalSize screen() {
        return screen;
    }

    /**
     * Returns whether the agent ends the command when it is asked to.
     *
     * @return true while {@code ClientSession.cancelTerminal} may be called
     */
    public boolean cancellable() {
        return exitStatus == null && capabilities != null && capabilities.cancel() != null;
    }

    /**
     * Returns the metadata of the terminal.
     *
     * @return all that its updates come to; null when there is none
     */
    public @Nullable Meta meta() {
        return meta;
    }

    /** Describes the terminal without its output. */
    @Override
    public String toString() {
        return "TranscriptTerminal[" + id + ", " + output.total() + " bytes, "
                + (exitStatus == null ? "runs" : "has ended") + "]";
    }
}
