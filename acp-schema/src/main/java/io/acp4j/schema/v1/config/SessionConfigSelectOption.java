package io.acp4j.schema.v1.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of the values that an option can take.
 *
 * @param value its id, which requests to set it carry
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#configoptionvalue">the
 *     specification</a>
 * @since 0.1.0
 */
public record SessionConfigSelectOption(
        SessionConfigValueId value,
        String name,
        @Nullable String description,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionConfigSelectOption> CODEC =
            ObjectCodec.of("SessionConfigSelectOption", type -> {
                var value = type.required("value", SessionConfigValueId.CODEC, SessionConfigSelectOption::value);
                var name = type.required("name", Codecs.STRING, SessionConfigSelectOption::name);
                var description = type.lenient("description", Codecs.STRING, SessionConfigSelectOption::description);
                var meta = type.lenient("_meta", Meta.CODEC, SessionConfigSelectOption::meta);
                return in ->
                        new SessionConfigSelectOption(in.get(value), in.get(name), in.find(description), in.find(meta));
            });

    /** Checks that what is required is there. */
    public SessionConfigSelectOption {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Makes a value without explanation or extra data.
     *
     * @param value its id
     * @param name its name for people
     * @return the value
     */
    public static SessionConfigSelectOption of(SessionConfigValueId value, String name) {
        return new SessionConfigSelectOption(value, name, null, null);
    }
}
