package io.acp4j.inspector.page;

import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.VisibleText;

/** What a page's user is told of a failure. */
final class ErrorText {

    private ErrorText() {}

    static String of(Throwable cause) {
        boolean isKnown = cause instanceof PageException
                || cause instanceof AcpException
                || cause instanceof IllegalStateException
                || cause instanceof IllegalArgumentException;
        String message = cause.getMessage();
        if (isKnown && message != null) {
            return VisibleText.of(message);
        }
        return "it failed: " + cause.getClass().getSimpleName()
                + (message == null ? "" : ", " + VisibleText.of(message));
    }
}
