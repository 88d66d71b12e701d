package io.acp4j.schema.internal.base;

import java.util.Set;

/** The names that the protocol has taken; those of extensions are others. */
public final class StandardMethods {

    /** All of them. */
    public static final Set<String> NAMES = MethodNames.ALL;

    private StandardMethods() {}

    /**
     * Returns the name of an extension, checked.
     *
     * @param name a name that the protocol has not taken
     * @return the same
     * @throws IllegalArgumentException when it is blank or a method of the protocol
     */
    public static String extension(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of an extension method is blank");
        }
        if (name.startsWith("$/") || NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    name + " is a method of the protocol, not of an extension; its description is in Methods");
        }
        return name;
    }
}
