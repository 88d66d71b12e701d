package io.acp4j.schema.v1.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who made one side of a connection: a program and its version.
 *
 * @param name its name for programs, also shown when there is no title
 * @param version its version, for display and for debugging
 * @param title its name for people; null when the name serves
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#implementation-information">the
 *     specification</a>
 * @since 0.1.0
 */
public record Implementation(
        String name,
        String version,
        @Nullable String title,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<Implementation> CODEC = ObjectCodec.of("Implementation", type -> {
        var name = type.required("name", Codecs.STRING, Implementation::name);
        var title = type.lenient("title", Codecs.STRING, Implementation::title);
        var version = type.required("version", Codecs.STRING, Implementation::version);
        var meta = type.lenient("_meta", Meta.CODEC, Implementation::meta);
        return in -> new Implementation(in.get(name), in.get(version), in.find(title), in.find(meta));
    });

    /** Checks that what is required is there. */
    public Implementation {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
    }

    /**
     * Makes one without a title.
     *
     * @param name its name
     * @param version its version
     * @return the implementation
     */
    public static Implementation of(String name, String version) {
        return new Implementation(name, version, null, null);
    }
}
