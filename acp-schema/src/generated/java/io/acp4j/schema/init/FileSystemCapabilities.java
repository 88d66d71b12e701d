// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which file operations a client carries out for the agent.
 *
 * @param readTextFile whether {@code fs/read_text_file} may be called
 * @param writeTextFile whether {@code fs/write_text_file} may be called
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#file-system">the specification</a>
 * @since 0.1.0
 */
public record FileSystemCapabilities(
        boolean readTextFile,
        boolean writeTextFile,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<FileSystemCapabilities> CODEC = ObjectCodec.of("FileSystemCapabilities", type -> {
        var readTextFile = type.lenient("readTextFile", Codecs.BOOLEAN, new Get<>(0), false);
        var writeTextFile = type.lenient("writeTextFile", Codecs.BOOLEAN, new Get<>(1), false);
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(2));
        type.extras(FileSystemCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public FileSystemCapabilities make(Members in) {
                return new FileSystemCapabilities(
                        in.get(readTextFile), in.get(writeTextFile), in.find(meta), in.extras());
            }
        };
    });

    /** Nothing advertised. */
    public static final FileSystemCapabilities NONE = new FileSystemCapabilities(false, false, null, Map.of());

    /** Copies the unknown members. */
    public FileSystemCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /**
     * Returns capabilities without extra data.
     *
     * @param readTextFile whether {@code fs/read_text_file} may be called
     * @param writeTextFile whether {@code fs/write_text_file} may be called
     * @return the value
     */
    public static FileSystemCapabilities of(boolean readTextFile, boolean writeTextFile) {
        return new FileSystemCapabilities(readTextFile, writeTextFile, null, Map.of());
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<FileSystemCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(FileSystemCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.readTextFile;
                case 1 -> value.writeTextFile;
                default -> value.meta;
            };
            return (V) found;
        }
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.readTextFile = readTextFile;
        copy.writeTextFile = writeTextFile;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link FileSystemCapabilities}; used by one thread. */
    public static final class Builder {

        private boolean readTextFile = false;
        private boolean writeTextFile = false;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets whether {@code fs/read_text_file} may be called.
         *
         * @param readTextFile whether {@code fs/read_text_file} may be called
         * @return this
         */
        public Builder readTextFile(boolean readTextFile) {
            this.readTextFile = readTextFile;
            return this;
        }

        /**
         * Sets whether {@code fs/write_text_file} may be called.
         *
         * @param writeTextFile whether {@code fs/write_text_file} may be called
         * @return this
         */
        public Builder writeTextFile(boolean writeTextFile) {
            this.writeTextFile = writeTextFile;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Adds a member that this version does not know.
         *
         * @param name its name
         * @param value its value, converted by {@link RawJson#of}
         * @return this
         */
        public Builder extra(String name, @Nullable Object value) {
            extras.put(name, RawJson.of(value));
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public FileSystemCapabilities build() {
            return new FileSystemCapabilities(readTextFile, writeTextFile, meta, extras);
        }
    }
}
