package io.acp4j.proxy;

import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * What becomes of a call that an interceptor has looked at.
 *
 * @since 0.1.0
 */
public sealed interface Verdict {

    /**
     * Passes the call on as it came, byte for byte.
     *
     * @return the verdict
     */
    static Verdict pass() {
        return Pass.INSTANCE;
    }

    /**
     * Passes the call on with other parameters.
     *
     * @param params a {@link RawJson}, a tree, or anything else that {@link RawJson#of} writes
     * @return the verdict
     * @throws IllegalArgumentException when the parameters cannot be written
     */
    static Verdict replace(Object params) {
        return new Replace(RawJson.of(params));
    }

    /**
     * Responds to a request here; the other side never sees it. A notification is dropped.
     *
     * @param result a {@link RawJson}, a tree, or anything else that {@link RawJson#of} writes
     * @return the verdict
     * @throws IllegalArgumentException when the result cannot be written
     */
    static Verdict respond(Object result) {
        return new Response(RawJson.of(result));
    }

    /**
     * Responds to a request with an error; the other side never sees it. A notification is dropped.
     *
     * @param error the error
     * @return the verdict
     */
    static Verdict refuse(ErrorObject error) {
        return new Refuse(error);
    }

    /** The call goes on as it is. */
    record Pass() implements Verdict {
        private static final Pass INSTANCE = new Pass();
    }

    /**
     * The call goes on with other parameters.
     *
     * @param params the parameters
     */
    record Replace(RawJson params) implements Verdict {
        /** Checks that the parameters are there. */
        public Replace {
            Objects.requireNonNull(params, "params");
        }
    }

    /**
     * The call ends here with a result.
     *
     * @param result the result
     */
    record Response(RawJson result) implements Verdict {
        /** Checks that the result is there. */
        public Response {
            Objects.requireNonNull(result, "result");
        }
    }

    /**
     * The call ends here with an error.
     *
     * @param error the error
     */
    record Refuse(ErrorObject error) implements Verdict {
        /** Checks that the error is there. */
        public Refuse {
            Objects.requireNonNull(error, "error");
        }
    }
}
