package io.acp4j.schema.v1.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
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
        var readTextFile = type.lenient("readTextFile", Codecs.BOOLEAN, FileSystemCapabilities::readTextFile, false);
        var writeTextFile = type.lenient("writeTextFile", Codecs.BOOLEAN, FileSystemCapabilities::writeTextFile, false);
        var meta = type.lenient("_meta", Meta.CODEC, FileSystemCapabilities::meta);
        type.extras(FileSystemCapabilities::extras);
        return in ->
                new FileSystemCapabilities(in.get(readTextFile), in.get(writeTextFile), in.find(meta), in.extras());
    });

    /** Nothing advertised. */
    public static final FileSystemCapabilities NONE = new FileSystemCapabilities(false, false, null, Map.of());

    /** Copies the unknown members. */
    public FileSystemCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /**
     * Makes capabilities without extra data.
     *
     * @param readTextFile whether files can be read
     * @param writeTextFile whether files can be written
     * @return the capabilities
     */
    public static FileSystemCapabilities of(boolean readTextFile, boolean writeTextFile) {
        return new FileSystemCapabilities(readTextFile, writeTextFile, null, Map.of());
    }
}
