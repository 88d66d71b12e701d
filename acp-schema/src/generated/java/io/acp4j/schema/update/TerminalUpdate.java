// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.terminal.TerminalCapabilities;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.terminal.TerminalSize;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A terminal that the agent owns, or what has changed about it.
 *
 * <p>What is left out stays as it was. The first update about an id makes the terminal, of which nothing else is known
 * then.
 *
 * @param terminalId names the terminal within its session
 * @param command the command as it is shown
 * @param cwd the absolute path of its working directory
 * @param output all output so far
 * @param exitStatus how the command ended; none while it runs
 * @param size how large it is
 * @param capabilities what the client may do with it
 * @param meta extra data; a patch of its own by name
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/terminals">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record TerminalUpdate(
        TerminalId terminalId,
        Patch<String> command,
        Patch<String> cwd,
        Patch<TerminalOutput> output,
        Patch<TerminalExitStatus> exitStatus,
        Patch<TerminalSize> size,
        Patch<TerminalCapabilities> capabilities,
        Patch<Meta> meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<TerminalUpdate> CODEC = ObjectCodec.of("TerminalUpdate", type -> {
        var terminalId = type.required("terminalId", TerminalId.CODEC, TerminalUpdate::terminalId);
        var command = type.patch("command", Codecs.STRING, TerminalUpdate::command);
        var cwd = type.patch("cwd", Codecs.STRING, TerminalUpdate::cwd);
        var output = type.patch("output", TerminalOutput.CODEC, TerminalUpdate::output);
        var exitStatus = type.patch("exitStatus", TerminalExitStatus.CODEC, TerminalUpdate::exitStatus);
        var size = type.patch("size", TerminalSize.CODEC, TerminalUpdate::size);
        var capabilities = type.patch("capabilities", TerminalCapabilities.CODEC, TerminalUpdate::capabilities);
        var meta = type.patch("_meta", Meta.CODEC, TerminalUpdate::meta);
        return in -> new TerminalUpdate(
                in.get(terminalId),
                in.get(command),
                in.get(cwd),
                in.get(output),
                in.get(exitStatus),
                in.get(size),
                in.get(capabilities),
                in.get(meta));
    });

    /** Checks that what is required is there. */
    public TerminalUpdate {
        Objects.requireNonNull(terminalId, "terminalId");
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(cwd, "cwd");
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(exitStatus, "exitStatus");
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(capabilities, "capabilities");
        Objects.requireNonNull(meta, "meta");
    }

    /**
     * Returns a value with what is required.
     *
     * @param terminalId names the terminal within its session
     * @return the value
     */
    public static TerminalUpdate of(TerminalId terminalId) {
        return new TerminalUpdate(
                terminalId,
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged());
    }

    /**
     * Starts a value with what is required.
     *
     * @param terminalId names the terminal within its session
     * @return the builder
     */
    public static Builder builder(TerminalId terminalId) {
        return new Builder(terminalId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(terminalId);
        copy.command = command;
        copy.cwd = cwd;
        copy.output = output;
        copy.exitStatus = exitStatus;
        copy.size = size;
        copy.capabilities = capabilities;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TerminalUpdate}; used by one thread. */
    public static final class Builder {

        private final TerminalId terminalId;
        private Patch<String> command = Patch.unchanged();
        private Patch<String> cwd = Patch.unchanged();
        private Patch<TerminalOutput> output = Patch.unchanged();
        private Patch<TerminalExitStatus> exitStatus = Patch.unchanged();
        private Patch<TerminalSize> size = Patch.unchanged();
        private Patch<TerminalCapabilities> capabilities = Patch.unchanged();
        private Patch<Meta> meta = Patch.unchanged();

        private Builder(TerminalId terminalId) {
            this.terminalId = Objects.requireNonNull(terminalId, "terminalId");
        }

        /**
         * Sets the command as it is shown.
         *
         * @param command the new value; null leaves it as it is
         * @return this
         */
        public Builder command(@Nullable String command) {
            return command(Patch.ofNullable(command));
        }

        /**
         * Sets the command as it is shown.
         *
         * @param command the command as it is shown
         * @return this
         */
        public Builder command(Patch<String> command) {
            this.command = Objects.requireNonNull(command, "command");
            return this;
        }

        /**
         * Sets the absolute path of its working directory.
         *
         * @param cwd the new value; null leaves it as it is
         * @return this
         */
        public Builder cwd(@Nullable String cwd) {
            return cwd(Patch.ofNullable(cwd));
        }

        /**
         * Sets the absolute path of its working directory.
         *
         * @param cwd the absolute path of its working directory
         * @return this
         */
        public Builder cwd(Patch<String> cwd) {
            this.cwd = Objects.requireNonNull(cwd, "cwd");
            return this;
        }

        /**
         * Sets all output so far.
         *
         * @param output the new value; null leaves it as it is
         * @return this
         */
        public Builder output(@Nullable TerminalOutput output) {
            return output(Patch.ofNullable(output));
        }

        /**
         * Sets all output so far.
         *
         * @param output all output so far
         * @return this
         */
        public Builder output(Patch<TerminalOutput> output) {
            this.output = Objects.requireNonNull(output, "output");
            return this;
        }

        /**
         * Sets how the command ended.
         *
         * @param exitStatus the new value; null leaves it as it is
         * @return this
         */
        public Builder exitStatus(@Nullable TerminalExitStatus exitStatus) {
            return exitStatus(Patch.ofNullable(exitStatus));
        }

        /**
         * Sets how the command ended.
         *
         * @param exitStatus how the command ended; none while it runs
         * @return this
         */
        public Builder exitStatus(Patch<TerminalExitStatus> exitStatus) {
            this.exitStatus = Objects.requireNonNull(exitStatus, "exitStatus");
            return this;
        }

        /**
         * Sets how large it is.
         *
         * @param size the new value; null leaves it as it is
         * @return this
         */
        public Builder size(@Nullable TerminalSize size) {
            return size(Patch.ofNullable(size));
        }

        /**
         * Sets how large it is.
         *
         * @param size how large it is
         * @return this
         */
        public Builder size(Patch<TerminalSize> size) {
            this.size = Objects.requireNonNull(size, "size");
            return this;
        }

        /**
         * Sets what the client may do with it.
         *
         * @param capabilities the new value; null leaves it as it is
         * @return this
         */
        public Builder capabilities(@Nullable TerminalCapabilities capabilities) {
            return capabilities(Patch.ofNullable(capabilities));
        }

        /**
         * Sets what the client may do with it.
         *
         * @param capabilities what the client may do with it
         * @return this
         */
        public Builder capabilities(Patch<TerminalCapabilities> capabilities) {
            this.capabilities = Objects.requireNonNull(capabilities, "capabilities");
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta the new value; null leaves it as it is
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            return meta(Patch.ofNullable(meta));
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; a patch of its own by name
         * @return this
         */
        public Builder meta(Patch<Meta> meta) {
            this.meta = Objects.requireNonNull(meta, "meta");
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public TerminalUpdate build() {
            return new TerminalUpdate(terminalId, command, cwd, output, exitStatus, size, capabilities, meta);
        }
    }
}
