package io.acp4j.tck.internal.launch;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Words that nobody else on this machine knows. */
final class Token {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Token() {}

    static String next() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
