package io.acp4j.client.internal.host;

/** Checks of settings. */
public final class Checks {

    private Checks() {}

    public static long positive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }

    public static int positive(int value, String name) {
        return (int) positive((long) value, name);
    }
}
