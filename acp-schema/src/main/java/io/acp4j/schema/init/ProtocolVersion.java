package io.acp4j.schema.init;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.List;

/**
 * A version of the protocol; a new one means a breaking change, everything else is a matter of capabilities.
 *
 * @param value the number on the wire, 0 to 65535
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#protocol-version">the specification</a>
 * @since 0.1.0
 */
public record ProtocolVersion(int value) implements Comparable<ProtocolVersion> {

    /** The version whose messages lie in {@code io.acp4j.schema}. */
    public static final ProtocolVersion V1 = new ProtocolVersion(1);

    /** The draft of the next version, which moves; {@link io.acp4j.schema.method.V2Methods} says which one is meant. */
    @Unstable("protocol-version-2")
    public static final ProtocolVersion V2 = new ProtocolVersion(2);

    /** The versions that this library speaks without being told to, the newest first. */
    public static final List<ProtocolVersion> SUPPORTED = List.of(V1);

    /** The newest version that this library speaks, for which a client asks. */
    public static final ProtocolVersion NEWEST = SUPPORTED.get(0);

    /** Reads and writes the number. */
    public static final JsonCodec<ProtocolVersion> CODEC =
            Codecs.wrapping(Codecs.UINT16, ProtocolVersion::new, ProtocolVersion::value);

    /** Checks the range. */
    public ProtocolVersion {
        if (value < 0 || value > 0xFFFF) {
            throw new IllegalArgumentException("a protocol version is from 0 to 65535, not " + value);
        }
    }

    @Override
    public int compareTo(ProtocolVersion other) {
        return Integer.compare(value, other.value);
    }

    /** Returns the bare number. */
    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
