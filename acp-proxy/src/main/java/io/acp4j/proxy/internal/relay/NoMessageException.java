package io.acp4j.proxy.internal.relay;

import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestId;
import org.jspecify.annotations.Nullable;

/** A frame is no message that could be passed on. */
final class NoMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient ErrorCode code;
    private final transient @Nullable RequestId id;

    /**
     * Creates the exception.
     *
     * @param problem what is wrong, without contents
     * @param id the id to respond under; null when it is not known
     */
    NoMessageException(ErrorCode code, String problem, @Nullable RequestId id) {
        super(problem, null, false, false);
        this.code = code;
        this.id = id;
    }

    ErrorCode code() {
        return code;
    }

    RequestId id() {
        return id == null ? RequestId.Null.INSTANCE : id;
    }

    String problem() {
        return String.valueOf(getMessage());
    }
}
