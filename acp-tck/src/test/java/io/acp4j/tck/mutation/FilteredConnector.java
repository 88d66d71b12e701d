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
    private volatile boolean refuses;

    FilteredConnector(Connector good, TrafficFilter filter) {
        this.good = good;
        this.filter = filter;
    }

    /** Refuses further connections. An agent that is about to end does not need its sessions removed, which takes seconds over HTTP. */
    void refuseConnections() {
        refuses = true;
    }

    @Override
    public Wire open(WireListener listener) throws IOException {
        if (refuses) {
            throw new IOException("The agent ends");
        }
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
