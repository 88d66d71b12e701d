package io.acp4j.client.host;

/** Checks of settings. */
final class Checks {

    private Checks() {}

    static long positive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }

    static int positive(int value, String name) {
        return (int) positive((long) value, name);
    }
}
