package io.acp4j.agent.internal.protocol;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/** Makes ids that nobody else has: 122 random bits in 22 characters, since each chunk of a message carries one. */
public final class Ids {

    private Ids() {}

    /** Makes an id that begins by saying what it is for. */
    public static String random(String prefix) {
        UUID random = UUID.randomUUID();
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(random.getMostSignificantBits())
                .putLong(random.getLeastSignificantBits());
        return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }
}
