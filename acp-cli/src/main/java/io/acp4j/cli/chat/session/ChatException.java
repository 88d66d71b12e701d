package io.acp4j.cli.chat.session;

/** A request of the user that cannot be carried out. The message is for the user. */
public final class ChatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message for the user. */
    public ChatException(String message) {
        super(message);
    }
}
