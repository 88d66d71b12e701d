package io.acp4j.proxy.internal.relay;

import io.acp4j.proxy.Flow;

/** Routes between a client and an agent. */
public record PairRouter(Hop client, Hop agent) implements Router {

    @Override
    public boolean opensEnvelopes(Hop from) {
        return false;
    }

    @Override
    public Way way(Hop from, boolean enveloped, String method) {
        return from.equals(client)
                ? new Way(agent, false, method, Flow.TO_AGENT)
                : new Way(client, false, method, Flow.TO_CLIENT);
    }
}
