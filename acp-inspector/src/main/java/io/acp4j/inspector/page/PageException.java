package io.acp4j.inspector.page;

/** A command of the page cannot be carried out, for a reason that its user is told. */
public final class PageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the reason
     */
    public PageException(String message) {
        super(message);
    }
}
