package io.acp4j.tck.mutation;

import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Connects the kit to a correct agent through a filter. Connections that scenarios open by address bypass the filter. */
final class FilteredConnector implements Connector {

    private final Connector good;
    private final TrafficFilter filter;

    FilteredConnector(Connector good, TrafficFilter filter) {
        this.good = good;
        this.filter = filter;
    }

    @Override
    public Wire open(WireListener listener) throws IOException {
        FilteredConnection connection = new FilteredConnection(filter, listener);
        connection.attach(good.open(connection));
        return connection;
    }

    @Override
    public String describe() {
        return good.describe();
    }

    @Override
    public @Nullable URI webSocket() {
        return good.webSocket();
    }

    @Override
    public @Nullable URI http() {
        return good.http();
    }

    @Override
    public @Nullable String token() {
        return good.token();
    }

    @Override
    public @Nullable String secondToken() {
        return good.secondToken();
    }

    @Override
    public void close() {
        good.close();
    }
}
