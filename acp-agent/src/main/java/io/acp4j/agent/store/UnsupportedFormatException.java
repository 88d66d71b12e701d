package io.acp4j.agent.store;

/**
 * Something is stored in a format that this version does not know, because a later version has stored it. It has not been
 * read, and nothing has been changed.
 *
 * @since 0.1.0
 */
public final class UnsupportedFormatException extends SessionStoreException {

    private static final long serialVersionUID = 1L;

    /** The format that was found. */
    private final int found;

    /**
     * Creates the exception.
     *
     * @param what what is stored so, for people: "session x"; no contents
     * @param found its format
     */
    public UnsupportedFormatException(String what, int found) {
        super(
                what + " is stored in format " + found + ", and this version of acp4j reads formats up to "
                        + StoredFormat.CURRENT + ": open it with the version that has stored it, or a later one",
                null);
        this.found = found;
    }

    /**
     * Returns the format that was found.
     *
     * @return its number; {@link StoredFormat#CURRENT} is the last one that can be read
     */
    public int found() {
        return found;
    }
}
