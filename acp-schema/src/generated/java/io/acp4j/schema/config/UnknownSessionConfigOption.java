// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An option of a kind that this version does not know; it is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param id its id
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param category what it is about; null when unsaid
 * @param meta extra data; null when there is none
 * @param raw the whole object, {@code type} included
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#configoption">the specification</a>
 * @since 0.1.0
 */
public record UnknownSessionConfigOption(
        String type,
        SessionConfigId id,
        String name,
        @Nullable String description,
        @Nullable SessionConfigOptionCategory category,
        @Nullable Meta meta,
        RawJson raw)
        implements SessionConfigOption {

    /** Reads what all variants have. */
    private static final ObjectCodec<UnknownSessionConfigOption> COMMON =
            ObjectCodec.of("SessionConfigOption", type -> {
                var id = type.required(
                        type.isV2() ? "configId" : "id", SessionConfigId.CODEC, UnknownSessionConfigOption::id);
                var name = type.required("name", Codecs.STRING, UnknownSessionConfigOption::name);
                var description = type.lenient("description", Codecs.STRING, UnknownSessionConfigOption::description);
                var category = type.lenient(
                        "category", SessionConfigOptionCategory.CODEC, UnknownSessionConfigOption::category);
                var meta = type.lenient("_meta", Meta.CODEC, UnknownSessionConfigOption::meta);
                return in -> new UnknownSessionConfigOption(
                        "",
                        in.get(id),
                        in.get(name),
                        in.find(description),
                        in.find(category),
                        in.find(meta),
                        RawJson.NULL);
            });

    /** Checks that what is required is there. */
    public UnknownSessionConfigOption {
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
    public static UnknownSessionConfigOption of(String type, RawJson raw) throws SchemaException {
        return of(type, raw, COMMON);
    }

    static UnknownSessionConfigOption ofVersion2(String type, RawJson raw) throws SchemaException {
        return of(type, raw, COMMON.in(WireVersion.V2));
    }

    private static UnknownSessionConfigOption of(
            String type, RawJson raw, ObjectCodec<UnknownSessionConfigOption> codec) throws SchemaException {
        UnknownSessionConfigOption common = codec.decode(raw);
        return new UnknownSessionConfigOption(
                type, common.id, common.name, common.description, common.category, common.meta, raw);
    }
}
