package io.acp4j.schema.internal.codec;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import org.jspecify.annotations.Nullable;

/** Members of {@code _meta} that hold a value of ours. */
public final class MetaMember {

    private MetaMember() {}

    /** Returns a member; null when it is absent or {@code null}. */
    public static <T> @Nullable T read(@Nullable Meta meta, String key, JsonCodec<T> codec) throws SchemaException {
        RawJson member = meta == null ? null : meta.get(key);
        if (member == null || member.equals(RawJson.NULL)) {
            return null;
        }
        try {
            return codec.decode(member);
        } catch (SchemaException e) {
            throw e.within(key).within("_meta");
        }
    }

    /** Returns a member; null also when it is malformed. */
    public static <T> @Nullable T find(@Nullable Meta meta, String key, JsonCodec<T> codec) {
        try {
            return read(meta, key, codec);
        } catch (SchemaException e) {
            return null;
        }
    }

    /** Returns the metadata with a member added or replaced. */
    public static Meta put(@Nullable Meta meta, String key, RawJson value) {
        return meta == null ? Meta.of(key, value) : meta.with(key, value);
    }
}
