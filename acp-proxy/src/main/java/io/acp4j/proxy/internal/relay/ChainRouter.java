package io.acp4j.proxy.internal.relay;

import io.acp4j.proxy.Flow;
import io.acp4j.schema.method.Methods;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Routes along a chain: from each component to its successor and its predecessor.
 *
 * @param client where the chain begins: the client, or the conductor of a chain around this one
 * @param components the proxies in order and, unless nested, the agent
 * @param nested whether the chain ends where it begins, as one component of another chain
 */
public record ChainRouter(Hop client, List<Hop> components, boolean nested) implements Router {

    private static final String INITIALIZE = Methods.INITIALIZE.name();
    private static final String PROXY_INITIALIZE = Methods.PROXY_INITIALIZE.name();

    @Override
    public boolean opensEnvelopes(Hop from) {
        return from.equals(client) ? nested : isProxy(components.indexOf(from));
    }

    private boolean isProxy(int index) {
        return nested || index < components.size() - 1;
    }

    @Override
    public @Nullable Way way(Hop from, boolean enveloped, String method) {
        if (from.equals(client)) {
            return fromOutside(enveloped, method);
        }
        int index = components.indexOf(from);
        return enveloped ? toSuccessor(index, method) : toPredecessor(index, method);
    }

    private @Nullable Way fromOutside(boolean enveloped, String method) {
        if (enveloped) {
            return new Way(components.get(components.size() - 1), true, method, Flow.TO_CLIENT);
        }
        if (method.equals(nested ? INITIALIZE : PROXY_INITIALIZE)) {
            // Who sends this takes the chain for something else.
            return null;
        }
        return new Way(components.get(0), false, nameAt(0, method), Flow.TO_AGENT);
    }

    private Way toSuccessor(int index, String method) {
        return index + 1 < components.size()
                ? new Way(components.get(index + 1), false, nameAt(index + 1, method), Flow.TO_AGENT)
                : new Way(client, true, method, Flow.TO_AGENT);
    }

    private Way toPredecessor(int index, String method) {
        return index == 0
                ? new Way(client, false, method, Flow.TO_CLIENT)
                : new Way(components.get(index - 1), true, method, Flow.TO_CLIENT);
    }

    /** A component learns what it is from the name of the first request. */
    private String nameAt(int index, String method) {
        return method.equals(INITIALIZE) && isProxy(index) ? PROXY_INITIALIZE : method;
    }
}
