package io.acp4j.rpc;

/**
 * Signals that the peer's response is not of the shape that its method demands. The connection lives on.
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
