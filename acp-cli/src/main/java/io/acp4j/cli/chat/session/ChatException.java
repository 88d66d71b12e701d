package io.acp4j.cli.chat.session;

/** What a person asked for cannot be done; the message tells them why. */
public final class ChatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception that says why. */
    public ChatException(String message) {
        super(message);
    }
}
