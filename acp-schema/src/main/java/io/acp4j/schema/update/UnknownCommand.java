package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command of a kind that this version does not know; it is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param name its name, without the slash
 * @param description what it does, for people
 * @param raw the whole object, {@code type} included
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/slash-commands">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record UnknownCommand(String type, String name, String description, RawJson raw) implements AvailableCommand {

    /** Checks that what is required is there. */
    public UnknownCommand {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(raw, "raw");
    }

    @Override
    public @Nullable AvailableCommandInput input() {
        return null;
    }

    @Override
    public @Nullable Meta meta() {
        return null;
    }

    /**
     * Reads what all kinds have.
     *
     * @param type the value of its {@code type} member
     * @param raw the whole object
     * @return the command
     * @throws SchemaException when its name or description is missing
     */
    public static UnknownCommand of(String type, RawJson raw) throws SchemaException {
        Command common = Command.CODEC.decode(raw);
        return new UnknownCommand(type, common.name(), common.description(), raw);
    }
}
