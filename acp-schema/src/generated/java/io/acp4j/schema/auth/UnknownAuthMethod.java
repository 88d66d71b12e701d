// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A way to authenticate of a kind that this version does not know; it is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param id its id
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param meta extra data; null when there is none
 * @param raw the whole object, {@code type} included
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#authentication-method-types">the
 *     specification</a>
 * @since 0.1.0
 */
public record UnknownAuthMethod(
        String type,
        AuthMethodId id,
        String name,
        @Nullable String description,
        @Nullable Meta meta,
        RawJson raw) implements AuthMethod {

    /** Reads what all variants have. */
    private static final ObjectCodec<UnknownAuthMethod> COMMON = ObjectCodec.of("AuthMethod", type -> {
        var id = type.required(type.isV2() ? "methodId" : "id", AuthMethodId.CODEC, UnknownAuthMethod::id);
        var name = type.required("name", Codecs.STRING, UnknownAuthMethod::name);
        var description = type.lenient("description", Codecs.STRING, UnknownAuthMethod::description);
        var meta = type.lenient("_meta", Meta.CODEC, UnknownAuthMethod::meta);
        return in ->
                new UnknownAuthMethod("", in.get(id), in.get(name), in.find(description), in.find(meta), RawJson.NULL);
    });

    /** Checks that what is required is there. */
    public UnknownAuthMethod {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
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
    public static UnknownAuthMethod of(String type, RawJson raw) throws SchemaException {
        return of(type, raw, COMMON);
    }

    static UnknownAuthMethod ofVersion2(String type, RawJson raw) throws SchemaException {
        return of(type, raw, COMMON.in(WireVersion.V2));
    }

    private static UnknownAuthMethod of(String type, RawJson raw, ObjectCodec<UnknownAuthMethod> codec)
            throws SchemaException {
        UnknownAuthMethod common = codec.decode(raw);
        return new UnknownAuthMethod(type, common.id, common.name, common.description, common.meta, raw);
    }
}
