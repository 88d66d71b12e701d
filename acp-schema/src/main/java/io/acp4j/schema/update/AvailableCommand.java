package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.UnionCodec;
import org.jspecify.annotations.Nullable;

/**
 * Something that the user can start a prompt with.
 *
 * <p>In version 1 of the protocol there are only {@link Command}s. New kinds may be permitted in minor releases: one that is not
 * known may be shown as a command of its name and description.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands#availablecommand">the specification</a>
 * @since 0.1.0
 */
public sealed interface AvailableCommand permits Command, UnknownCommand {

    /** Reads and writes any kind; on a connection of version 1 all are plain commands. */
    JsonCodec<AvailableCommand> CODEC = Codecs.versions(
            Codecs.wrapping(Command.CODEC, command -> command, AvailableCommand::asCommand),
            () -> UnionCodec.<AvailableCommand>on("type")
                    .variant("command", Command.class, () -> Command.CODEC)
                    .unknown(UnknownCommand.class, UnknownCommand::of, UnknownCommand::raw));

    /** {@return its name, without the slash} */
    String name();

    /** {@return what it does, for people} */
    String description();

    /** {@return what may follow the name; null when nothing follows, or what is not known} */
    @Nullable
    AvailableCommandInput input();

    /** {@return extra data; null when there is none} */
    @Nullable
    Meta meta();

    private static Command asCommand(AvailableCommand any) {
        return any instanceof Command command ? command : Command.of(any.name(), any.description());
    }

    /**
     * Makes a command that takes no input.
     *
     * @param name its name, without the slash
     * @param description what it does
     * @return the command
     */
    static AvailableCommand of(String name, String description) {
        return Command.of(name, description);
    }

    /**
     * Makes a command that takes the text behind its name.
     *
     * @param name its name, without the slash
     * @param description what it does
     * @param hint what to show while there is no text yet
     * @return the command
     */
    static AvailableCommand of(String name, String description, String hint) {
        return new Command(name, description, new UnstructuredCommandInput(hint, null), null);
    }
}
