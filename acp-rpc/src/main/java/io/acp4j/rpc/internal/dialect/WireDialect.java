package io.acp4j.rpc.internal.dialect;

import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.WireVersion;
import org.jspecify.annotations.Nullable;

/**
 * How a version of the protocol names and writes the methods, as the vocabulary says it.
 *
 * @param version the version
 * @param takesNullIds whether requests may have a null as their id there
 * @param takesRepeatedOpenings whether a connection may be opened again there
 */
public record WireDialect(WireVersion version, boolean takesNullIds, boolean takesRepeatedOpenings) implements Dialect {

    @Override
    public <P, R> @Nullable RequestMethod<P, R> request(RequestMethod<P, R> method) {
        return method.in(version);
    }

    @Override
    public <P> @Nullable NotificationMethod<P> notification(NotificationMethod<P> method) {
        return method.in(version);
    }
}
