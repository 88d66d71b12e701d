package io.acp4j.client.internal.v2;

import io.acp4j.rpc.Dialect;
import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.DraftMethods;
import io.acp4j.schema.method.Methods;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How version 2 names and writes the methods; those of the protocol are looked up once. */
final class SecondDialect implements Dialect {

    static final SecondDialect INSTANCE = new SecondDialect();

    private final Map<Method<?>, Method<?>> known = new HashMap<>();

    private SecondDialect() {
        Methods.ALL.forEach(this::add);
        DraftMethods.ONLY.forEach(this::add);
    }

    private void add(Method<?> method) {
        Method<?> there = method.in(WireVersion.V2);
        if (there != null) {
            known.put(method, there);
        }
    }

    /** Returns the method as it is there; null when there is none. */
    @Nullable
    Method<?> find(Method<?> method) {
        Method<?> there = known.get(method);
        return there == null ? method.in(WireVersion.V2) : there;
    }

    @Override
    @SuppressWarnings("unchecked") // A method has the same types in each version.
    public <P, R> @Nullable RequestMethod<P, R> request(RequestMethod<P, R> method) {
        return (RequestMethod<P, R>) find(method);
    }

    @Override
    @SuppressWarnings("unchecked") // A method has the same types in each version.
    public <P> @Nullable NotificationMethod<P> notification(NotificationMethod<P> method) {
        return (NotificationMethod<P>) find(method);
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
