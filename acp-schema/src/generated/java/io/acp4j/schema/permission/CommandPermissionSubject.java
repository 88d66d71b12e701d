// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.Meta;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command that the agent wants to run.
 *
 * @param command the command as it is shown
 * @param cwd the absolute path of its working directory
 * @param toolCallId the tool call that it belongs to; null for none
 * @param terminalId the terminal that it would run in; null for none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#requesting-permission">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record CommandPermissionSubject(
        String command,
        String cwd,
        @Nullable ToolCallId toolCallId,
        @Nullable TerminalId terminalId,
        @Nullable Meta meta)
        implements RequestPermissionSubject {

    /** Reads and writes the object, without the discriminator that {@link RequestPermissionSubject#CODEC} adds. */
    public static final ObjectCodec<CommandPermissionSubject> CODEC =
            ObjectCodec.of("CommandPermissionSubject", type -> {
                var command = type.required("command", Codecs.STRING, CommandPermissionSubject::command);
                var cwd = type.required("cwd", Codecs.STRING, CommandPermissionSubject::cwd);
                var toolCallId = type.lenient("toolCallId", ToolCallId.CODEC, CommandPermissionSubject::toolCallId);
                var terminalId = type.lenient("terminalId", TerminalId.CODEC, CommandPermissionSubject::terminalId);
                var meta = type.lenient("_meta", Meta.CODEC, CommandPermissionSubject::meta);
                return in -> new CommandPermissionSubject(
                        in.get(command), in.get(cwd), in.find(toolCallId), in.find(terminalId), in.find(meta));
            });

    /** Checks that what is required is there. */
    public CommandPermissionSubject {
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(cwd, "cwd");
    }

    /**
     * Returns a value with what is required.
     *
     * @param command the command as it is shown
     * @param cwd the absolute path of its working directory
     * @return the value
     */
    public static CommandPermissionSubject of(String command, String cwd) {
        return new CommandPermissionSubject(command, cwd, null, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param command the command as it is shown
     * @param cwd the absolute path of its working directory
     * @return the builder
     */
    public static Builder builder(String command, String cwd) {
        return new Builder(command, cwd);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(command, cwd);
        copy.toolCallId = toolCallId;
        copy.terminalId = terminalId;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CommandPermissionSubject}; used by one thread. */
    public static final class Builder {

        private final String command;
        private final String cwd;
        private @Nullable ToolCallId toolCallId;
        private @Nullable TerminalId terminalId;
        private @Nullable Meta meta;

        private Builder(String command, String cwd) {
            this.command = Objects.requireNonNull(command, "command");
            this.cwd = Objects.requireNonNull(cwd, "cwd");
        }

        /**
         * Sets the tool call that it belongs to.
         *
         * @param toolCallId the tool call that it belongs to; null for none
         * @return this
         */
        public Builder toolCallId(@Nullable ToolCallId toolCallId) {
            this.toolCallId = toolCallId;
            return this;
        }

        /**
         * Sets the terminal that it would run in.
         *
         * @param terminalId the terminal that it would run in; null for none
         * @return this
         */
        public Builder terminalId(@Nullable TerminalId terminalId) {
            this.terminalId = terminalId;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public CommandPermissionSubject build() {
            return new CommandPermissionSubject(command, cwd, toolCallId, terminalId, meta);
        }
    }
}
