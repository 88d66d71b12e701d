package io.acp4j.proxy.internal.relay;

import io.acp4j.proxy.Flow;
import org.jspecify.annotations.Nullable;

/** Decides where calls go. */
public interface Router {

    /** Returns whether calls from a transport may come inside {@code proxy/successor}. */
    boolean opensEnvelopes(Hop from);

    /**
     * Finds the way of a call.
     *
     * @param from where it has come from
     * @param enveloped whether it came inside {@code proxy/successor}
     * @param method its method
     * @return its way; null when nobody is there who could take it
     */
    @Nullable
    Way way(Hop from, boolean enveloped, String method);

    /**
     * Where a call goes.
     *
     * @param to who gets it
     * @param enveloped whether it goes inside {@code proxy/successor}
     * @param method the method that it has there
     * @param flow towards which end it goes
     */
    record Way(Hop to, boolean enveloped, String method, Flow flow) {}
}
