package io.acp4j.proxy.internal.relay;

import io.acp4j.proxy.Flow;
import io.acp4j.schema.method.Methods;
import org.jspecify.annotations.Nullable;

/** Routes what a conductor sends back to it: what is not in envelopes goes into them, and the other way round. */
public record ComponentRouter(Hop conductor) implements Router {

    @Override
    public boolean opensEnvelopes(Hop from) {
        return true;
    }

    @Override
    public @Nullable Way way(Hop from, boolean enveloped, String method) {
        if (enveloped) {
            return new Way(conductor, false, method, Flow.TO_CLIENT);
        }
        if (method.equals(Methods.INITIALIZE.name())) {
            // The sender takes the proxy for an agent: there is no successor.
            return null;
        }
        String inner = method.equals(Methods.PROXY_INITIALIZE.name()) ? Methods.INITIALIZE.name() : method;
        return new Way(conductor, true, inner, Flow.TO_AGENT);
    }
}
