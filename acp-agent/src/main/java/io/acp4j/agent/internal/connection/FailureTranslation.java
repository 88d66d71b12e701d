package io.acp4j.agent.internal.connection;

/** Turns what a handler has failed with into what its request fails with. */
@FunctionalInterface
public interface FailureTranslation {

    /**
     * Returns the failure of a request.
     *
     * @param failure what the handler, or the stage that it returned, has ended with
     * @param method the name of the request's method
     * @param params its parameters
     * @return the same failure, or the one to report in its place
     */
    Throwable of(Throwable failure, String method, Object params);
}
