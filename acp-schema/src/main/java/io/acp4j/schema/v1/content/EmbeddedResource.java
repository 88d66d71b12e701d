package io.acp4j.schema.v1.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something's contents within the message itself; in prompts only for agents that advertise {@code
 * promptCapabilities.embeddedContext}.
 *
 * @param resource the contents
 * @param annotations hints about its use; null when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#embedded-resource">the specification</a>
 * @since 0.1.0
 */
public record EmbeddedResource(
        EmbeddedResourceResource resource,
        @Nullable Annotations annotations,
        @Nullable Meta meta) implements ContentBlock {

    /** Reads and writes the object, without the discriminator that {@link ContentBlock#CODEC} adds. */
    public static final ObjectCodec<EmbeddedResource> CODEC = ObjectCodec.of("EmbeddedResource", type -> {
        var resource = type.required("resource", EmbeddedResourceResource.CODEC, EmbeddedResource::resource);
        var annotations = type.lenient("annotations", Annotations.CODEC, EmbeddedResource::annotations);
        var meta = type.lenient("_meta", Meta.CODEC, EmbeddedResource::meta);
        return in -> new EmbeddedResource(in.get(resource), in.find(annotations), in.find(meta));
    });

    /** Checks that what is required is there. */
    public EmbeddedResource {
        Objects.requireNonNull(resource, "resource");
    }

    /**
     * Makes a block that holds contents without hints.
     *
     * @param resource the contents
     * @return the content
     */
    public static EmbeddedResource of(EmbeddedResourceResource resource) {
        return new EmbeddedResource(resource, null, null);
    }
}
