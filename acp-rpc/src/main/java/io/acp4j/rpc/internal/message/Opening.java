package io.acp4j.rpc.internal.message;

import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.schema.RequestMethod;
import java.util.function.Function;

/**
 * The request that opens a connection, and what it selects.
 *
 * @param <V> what the selection reads: the parameters on the side that is asked, the result on the side that asks
 * @param method the method of the request
 * @param selection selects the dialect of all that comes behind
 */
public record Opening<V>(RequestMethod<?, ?> method, Function<? super V, Dialect> selection) {

    /** Returns whether a request of this name opens the connection. */
    public boolean isBy(String name) {
        return method.name().equals(name);
    }

    /** Selects the dialect; the value has been read with the codec of this very method. */
    @SuppressWarnings("unchecked")
    public Dialect select(Object value) {
        return selection.apply((V) value);
    }
}
