// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.util.Objects;

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

    /** Reads what all variants have. */
    private static final ObjectCodec<UnknownCommand> COMMON = ObjectCodec.of("AvailableCommand", type -> {
        var name = type.required("name", Codecs.STRING, UnknownCommand::name);
        var description = type.required("description", Codecs.STRING, UnknownCommand::description);
        return in -> new UnknownCommand("", in.get(name), in.get(description), RawJson.NULL);
    });

    /** Checks that what is required is there. */
    public UnknownCommand {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(raw, "raw");
    }

    /**
     * Reads what all variants have from a whole object.
     *
     * @param type the value of its {@code type} member
     * @param raw the whole object
     * @return the value
     * @throws SchemaException when it lacks what all variants have
     */
    public static UnknownCommand of(String type, RawJson raw) throws SchemaException {
        return of(type, raw, COMMON);
    }

    private static UnknownCommand of(String type, RawJson raw, ObjectCodec<UnknownCommand> codec)
            throws SchemaException {
        UnknownCommand common = codec.decode(raw);
        return new UnknownCommand(type, common.name, common.description, raw);
    }
}
