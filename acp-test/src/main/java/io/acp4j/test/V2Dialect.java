package io.acp4j.test;

import io.acp4j.rpc.Dialect;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.WireVersion;
import org.jspecify.annotations.Nullable;

/** How version 2 names and writes the methods. */
final class V2Dialect implements Dialect {

    static final V2Dialect INSTANCE = new V2Dialect();

    private V2Dialect() {}

    @Override
    public <P, R> @Nullable RequestMethod<P, R> request(RequestMethod<P, R> method) {
        return method.in(WireVersion.V2);
    }

    @Override
    public <P> @Nullable NotificationMethod<P> notification(NotificationMethod<P> method) {
        return method.in(WireVersion.V2);
    }

    @Override
    public boolean takesNullIds() {
        return false;
    }

    @Override
    public String toString() {
        return "version 2";
    }
}
