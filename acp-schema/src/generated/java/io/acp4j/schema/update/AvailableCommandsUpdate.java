// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The commands that a prompt may start with; each list replaces the one before.
 *
 * @param availableCommands the commands, all of them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands#dynamic-updates">the specification</a>
 * @since 0.1.0
 */
public record AvailableCommandsUpdate(
        List<AvailableCommand> availableCommands, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<AvailableCommandsUpdate> CODEC = ObjectCodec.of("AvailableCommandsUpdate", type -> {
        var availableCommands = type.isV2()
                ? type.required(
                        "availableCommands",
                        Codecs.lenientListOf(AvailableCommand.CODEC),
                        AvailableCommandsUpdate::availableCommands)
                : type.requiredLenientList(
                        "availableCommands", AvailableCommand.CODEC, AvailableCommandsUpdate::availableCommands);
        var meta = type.lenient("_meta", Meta.CODEC, AvailableCommandsUpdate::meta);
        return in -> new AvailableCommandsUpdate(in.get(availableCommands), in.find(meta));
    });

    /** Copies the collections. */
    public AvailableCommandsUpdate {
        availableCommands = List.copyOf(availableCommands);
    }

    /**
     * Returns a value with what is required.
     *
     * @param availableCommands the commands, all of them
     * @return the value
     */
    public static AvailableCommandsUpdate of(List<AvailableCommand> availableCommands) {
        return new AvailableCommandsUpdate(availableCommands, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param availableCommands the commands, all of them
     * @return the builder
     */
    public static Builder builder(List<AvailableCommand> availableCommands) {
        return new Builder(availableCommands);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(availableCommands);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AvailableCommandsUpdate}; used by one thread. */
    public static final class Builder {

        private final List<AvailableCommand> availableCommands;
        private @Nullable Meta meta;

        private Builder(List<AvailableCommand> availableCommands) {
            this.availableCommands = Objects.requireNonNull(availableCommands, "availableCommands");
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
        public AvailableCommandsUpdate build() {
            return new AvailableCommandsUpdate(availableCommands, meta);
        }
    }
}
