package io.acp4j.schema.v1.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One choice with a label.
 *
 * @param value what is sent when it is chosen
 * @param title its label
 * @param description what it means, for people; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public record EnumOption(
        String value,
        String title,
        @Nullable String description,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<EnumOption> CODEC = ObjectCodec.of("EnumOption", type -> {
        var value = type.required("const", Codecs.STRING, EnumOption::value);
        var title = type.required("title", Codecs.STRING, EnumOption::title);
        var description = type.lenient("description", Codecs.STRING, EnumOption::description);
        var meta = type.lenient("_meta", Meta.CODEC, EnumOption::meta);
        return in -> new EnumOption(in.get(value), in.get(title), in.find(description), in.find(meta));
    });

    /** Checks that what is required is there. */
    public EnumOption {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(title, "title");
    }

    /**
     * Makes a choice without a description.
     *
     * @param value what is sent when it is chosen
     * @param title its label
     * @return the choice
     */
    public static EnumOption of(String value, String title) {
        return new EnumOption(value, title, null, null);
    }
}
