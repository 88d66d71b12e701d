package io.acp4j.schema;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The {@code _meta} member that every message may carry: extra data under names that only its users agree on.
 *
 * <p>Immutable. Values are kept as raw JSON, so that what nobody here understands is passed on unchanged.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field">the specification</a>
 * @since 0.1.0
 */
public final class Meta {

    /** Reads and writes the object. */
    public static final JsonCodec<Meta> CODEC = new JsonCodec<>() {
        private final JsonCodec<Map<String, RawJson>> members = Codecs.mapOf(RawJson.CODEC);

        @Override
        public Meta read(JsonReader in) throws IOException {
            return new Meta(members.read(in));
        }

        @Override
        public void write(Meta value, JsonGenerator out) throws IOException {
            members.write(value.members, out);
        }
    };

    private final Map<String, RawJson> members;

    private Meta(Map<String, RawJson> members) {
        this.members = members;
    }

    /**
     * Makes metadata of one member.
     *
     * @param name its name
     * @param value its value, converted by {@link RawJson#of}
     * @return the metadata
     */
    public static Meta of(String name, @Nullable Object value) {
        return new Meta(Map.of(name, RawJson.of(value)));
    }

    /**
     * Makes metadata of given members.
     *
     * @param members name to value, each converted by {@link RawJson#of}
     * @return the metadata, in the order of the map
     */
    public static Meta of(Map<String, ? extends @Nullable Object> members) {
        Map<String, RawJson> raw = new LinkedHashMap<>();
        members.forEach((name, value) -> raw.put(name, RawJson.of(value)));
        return new Meta(Collections.unmodifiableMap(raw));
    }

    /**
     * Makes a copy with one member set.
     *
     * @param name its name
     * @param value its value, converted by {@link RawJson#of}
     * @return the copy
     */
    public Meta with(String name, @Nullable Object value) {
        Map<String, RawJson> copy = new LinkedHashMap<>(members);
        copy.put(name, RawJson.of(value));
        return new Meta(Collections.unmodifiableMap(copy));
    }

    /**
     * Applies a patch, which works name by name: what it does not name stays, a name with {@code null} is removed, and any other
     * value takes the place of the one before.
     *
     * @param current the data so far; null when there is none
     * @param patch the patch
     * @return the data from now on; null when there is none
     */
    public static @Nullable Meta patched(@Nullable Meta current, Patch<Meta> patch) {
        Meta changes = patch.value();
        if (changes == null) {
            return patch.applyTo(current);
        }
        Map<String, RawJson> members = new LinkedHashMap<>(current == null ? Map.of() : current.members);
        changes.members.forEach((name, value) -> {
            if (value.equals(RawJson.NULL)) {
                members.remove(name);
            } else {
                members.put(name, value);
            }
        });
        return members.isEmpty() ? null : new Meta(Collections.unmodifiableMap(members));
    }

    /**
     * Returns one member.
     *
     * @param name its name
     * @return its value, or null when there is none of that name
     */
    public @Nullable RawJson get(String name) {
        return members.get(Objects.requireNonNull(name, "name"));
    }

    /** {@return all members, as an unmodifiable map in wire order} */
    public Map<String, RawJson> members() {
        return members;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Meta meta && members.equals(meta.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    /** Names the members without their values, which may hold secrets. */
    @Override
    public String toString() {
        return "Meta" + members.keySet();
    }
}
