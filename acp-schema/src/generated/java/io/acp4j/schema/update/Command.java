// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command that the user can start a prompt with, written as a slash and its name.
 *
 * @param name its name, without the slash
 * @param description what it does, for people
 * @param input what may follow the name; null when nothing does
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands#availablecommand">the specification</a>
 * @since 0.1.0
 */
public record Command(
        String name,
        String description,
        @Nullable AvailableCommandInput input,
        @Nullable Meta meta) implements AvailableCommand {

    /** Reads and writes the object. */
    public static final ObjectCodec<Command> CODEC = ObjectCodec.of("AvailableCommand", type -> {
        var name = type.required("name", Codecs.STRING, Command::name);
        var description = type.required("description", Codecs.STRING, Command::description);
        var input = type.lenient("input", AvailableCommandInput.CODEC, Command::input);
        var meta = type.lenient("_meta", Meta.CODEC, Command::meta);
        return in -> new Command(in.get(name), in.get(description), in.find(input), in.find(meta));
    });

    /** Checks that what is required is there. */
    public Command {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
    }

    /**
     * Returns a value with what is required.
     *
     * @param name its name, without the slash
     * @param description what it does, for people
     * @return the value
     */
    public static Command of(String name, String description) {
        return new Command(name, description, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param name its name, without the slash
     * @param description what it does, for people
     * @return the builder
     */
    public static Builder builder(String name, String description) {
        return new Builder(name, description);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(name, description);
        copy.input = input;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Command}; used by one thread. */
    public static final class Builder {

        private final String name;
        private final String description;
        private @Nullable AvailableCommandInput input;
        private @Nullable Meta meta;

        private Builder(String name, String description) {
            this.name = Objects.requireNonNull(name, "name");
            this.description = Objects.requireNonNull(description, "description");
        }

        /**
         * Sets what may follow the name.
         *
         * @param input what may follow the name; null when nothing does
         * @return this
         */
        public Builder input(@Nullable AvailableCommandInput input) {
            this.input = input;
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
        public Command build() {
            return new Command(name, description, input, meta);
        }
    }
}
