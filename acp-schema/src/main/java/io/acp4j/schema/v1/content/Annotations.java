package io.acp4j.schema.v1.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hints about whom a block of content is for and how much it matters.
 *
 * @param audience whom it is for; null when unsaid
 * @param lastModified when it last changed, as its sender writes it (ISO 8601); null when unsaid
 * @param priority from 0 (least) to 1 (most important); null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content">the specification</a>
 * @since 0.1.0
 */
public record Annotations(
        @Nullable List<Role> audience,
        @Nullable String lastModified,
        @Nullable Double priority,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<Annotations> CODEC = ObjectCodec.of("Annotations", type -> {
        var audience = type.nullableLenientList("audience", Role.CODEC, Annotations::audience);
        var lastModified = type.lenient("lastModified", Codecs.STRING, Annotations::lastModified);
        var priority = type.lenient("priority", Codecs.DOUBLE, Annotations::priority);
        var meta = type.lenient("_meta", Meta.CODEC, Annotations::meta);
        return in -> new Annotations(in.find(audience), in.find(lastModified), in.find(priority), in.find(meta));
    });

    /** Copies the audience. */
    public Annotations {
        audience = audience == null ? null : List.copyOf(audience);
    }
}
