package io.acp4j.rpc;

/**
 * Signals that the peer's response does not have the shape that its method requires. The connection stays open.
 *
 * @since 0.1.0
 */
public final class MalformedMessageException extends AcpException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the method and the JSON path of the fault, without contents
     */
    public MalformedMessageException(String message) {
        super(message, null);
    }
}
