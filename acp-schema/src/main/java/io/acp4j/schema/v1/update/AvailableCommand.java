package io.acp4j.schema.v1.update;

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
public record AvailableCommand(
        String name,
        String description,
        @Nullable AvailableCommandInput input,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AvailableCommand> CODEC = ObjectCodec.of("AvailableCommand", type -> {
        var name = type.required("name", Codecs.STRING, AvailableCommand::name);
        var description = type.required("description", Codecs.STRING, AvailableCommand::description);
        var input = type.lenient("input", AvailableCommandInput.CODEC, AvailableCommand::input);
        var meta = type.lenient("_meta", Meta.CODEC, AvailableCommand::meta);
        return in -> new AvailableCommand(in.get(name), in.get(description), in.find(input), in.find(meta));
    });

    /** Checks that what is required is there. */
    public AvailableCommand {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
    }

    /**
     * Makes a command that takes no input.
     *
     * @param name its name, without the slash
     * @param description what it does
     * @return the command
     */
    public static AvailableCommand of(String name, String description) {
        return new AvailableCommand(name, description, null, null);
    }

    /**
     * Makes a command that takes the text behind its name.
     *
     * @param name its name, without the slash
     * @param description what it does
     * @param hint what to show while there is no text yet
     * @return the command
     */
    public static AvailableCommand of(String name, String description, String hint) {
        return new AvailableCommand(name, description, new UnstructuredCommandInput(hint, null), null);
    }
}
