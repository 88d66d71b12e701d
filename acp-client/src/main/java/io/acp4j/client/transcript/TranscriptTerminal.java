package io.acp4j.client.transcript;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalSize;
import org.jspecify.annotations.Nullable;

/**
 * A terminal of the agent, as all that came about it tells; immutable. The agent runs the command; clients only show it.
 *
 * <p>Of its output the last {@value #MAX_OUTPUT} bytes are kept, and as many characters of the text.
 *
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public interface TranscriptTerminal {

    /** How many bytes of output are kept, the last ones. */
    int MAX_OUTPUT = 64 * 1024;

    /**
     * Names the terminal.
     *
     * @return the id that the agent gave it
     */
    TerminalId id();

    /**
     * Returns what runs in it.
     *
     * @return the command as it is to be shown; null while it is not known
     */
    @Nullable
    String command();

    /**
     * Returns where it runs.
     *
     * @return the absolute path of its working directory; null while it is not known
     */
    @Nullable
    String cwd();

    /**
     * Returns the end of what was written. Takes time in proportion to it.
     *
     * @return the last bytes, control sequences included, as a new array
     */
    byte[] output();

    /**
     * Returns the end of what was written, decoded as UTF-8 as it came. What is no UTF-8 is shown as such; the bytes of a character
     * that has not come whole are not shown yet. Takes time in proportion to it.
     *
     * @return the last characters, control sequences included
     */
    String text();

    /**
     * Returns how much was written since the output was last told as a whole.
     *
     * @return the number of bytes, those included that are not kept
     */
    long written();

    /**
     * Returns how the command ended.
     *
     * @return its exit code or signal; null while it runs
     */
    @Nullable
    TerminalExitStatus exitStatus();

    /**
     * Returns how large the terminal is.
     *
     * @return its columns and rows; null while they are not known
     */
    @Nullable
    TerminalSize screen();

    /**
     * Returns whether the agent ends the command when it is asked to.
     *
     * @return true while {@code ClientSession.cancelTerminal} may be called
     */
    boolean isCancellable();

    /**
     * Returns the metadata of the terminal.
     *
     * @return all that its updates come to; null when there is none
     */
    @Nullable
    Meta meta();
}
