package io.acp4j.tck.internal.shape;

/**
 * Where a message differs from its shape. It repeats nothing of what the message says but the names of its members.
 *
 * @param kind what kind of difference it is
 * @param path the place in the message, as a JSON path
 * @param expected what belongs there
 * @param found what is there
 */
public record ShapeFault(Kind kind, String path, String expected, String found) {

    /** What kind of difference it is. */
    public enum Kind {
        /** A member is missing or of another type, and no reader can go on without it. */
        WRONG,
        /** A member is of another type, or not complete; a reader goes on as if it were not there. */
        FORGIVEN,
        /** There is a member that the type does not have. */
        UNKNOWN,
        /** There is a word that the protocol does not have, and that is not marked as an extension. */
        WORD
    }

    /** Returns the difference in words. */
    public String observed() {
        return path + " is " + found;
    }
}
