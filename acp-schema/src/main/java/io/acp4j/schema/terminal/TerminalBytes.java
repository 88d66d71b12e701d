package io.acp4j.schema.terminal;

import io.acp4j.schema.Unstable;
import java.util.Base64;

/**
 * What a command wrote: bytes, since neither an encoding nor whole characters can be relied on.
 *
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public interface TerminalBytes {

    /** {@return the bytes as they stand on the wire: in base64} */
    String data();

    /** {@return the bytes, in a new array} */
    default byte[] bytes() {
        return Base64.getDecoder().decode(data());
    }

    /**
     * Checks that a text is base64.
     *
     * @param data the text
     * @throws IllegalArgumentException when it is not
     */
    static void requireBase64(String data) {
        Base64.getDecoder().decode(data); // Fails with IllegalArgumentException, as a check should.
    }
}
