package io.acp4j.schema.v1.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user filled in the form, or agreed to visit the page.
 *
 * @param content the values by the names of the form's fields; null when none were sent, as for a page
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#responses">the specification</a>
 * @since 0.1.0
 */
public record ElicitationAccepted(
        @Nullable Map<String, ElicitationContentValue> content,
        @Nullable Meta meta) implements CreateElicitationResponse {

    /** Reads and writes the object, without the discriminator that {@link CreateElicitationResponse#CODEC} adds. */
    public static final ObjectCodec<ElicitationAccepted> CODEC = ObjectCodec.of("ElicitationAcceptAction", type -> {
        var content =
                type.optional("content", Codecs.mapOf(ElicitationContentValue.CODEC), ElicitationAccepted::content);
        var meta = type.lenient("_meta", Meta.CODEC, ElicitationAccepted::meta);
        return in -> new ElicitationAccepted(in.find(content), in.find(meta));
    });

    /** Copies the collections. */
    public ElicitationAccepted {
        content = content == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(content));
    }

    /** Tells only the size of the payload. */
    @Override
    public String toString() {
        return "ElicitationAccepted[content=" + (content == null ? "none" : content.keySet()) + "]";
    }
}
