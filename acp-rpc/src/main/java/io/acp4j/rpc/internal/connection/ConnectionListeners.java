package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionListener.RequestListener;
import io.acp4j.rpc.ConnectionObserver;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.JsonOmission;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners to one connection, with whatever they throw kept away from it. */
final class ConnectionListeners implements WireListener {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionListeners.class);

    /** Filled before the first message, and not changed after. */
    private final List<ConnectionListener> listeners = new ArrayList<>();

    /** Asks the observers for their listeners; called once, before the connection's transport is started. */
    void open(List<ConnectionObserver> observers, ConnectionObserver.Load load) {
        for (ConnectionObserver observer : observers) {
            guard(() -> listeners.add(observer.opened(load)));
        }
    }

    @Override
    public void onFrame(Direction direction, byte[] buffer, int offset, int length) {
        tell(listener -> listener.frame(direction, length));
    }

    void refused() {
        tell(ConnectionListener::refused);
    }

    void omitted(String method, JsonOmission omission) {
        tell(listener -> listener.omitted(method, omission));
    }

    @Nullable
    RequestListeners outgoing(ConnectionListener.Request request) {
        return begin(listener -> listener.outgoing(request));
    }

    @Nullable
    RequestListeners incoming(ConnectionListener.Request request, Meta meta) {
        return begin(listener -> listener.incoming(request, meta));
    }

    void closed(CloseReason reason) {
        tell(listener -> listener.closed(reason));
    }

    private void tell(Consumer<ConnectionListener> what) {
        for (ConnectionListener listener : listeners) {
            guard(() -> what.accept(listener));
        }
    }

    private @Nullable RequestListeners begin(Function<ConnectionListener, @Nullable RequestListener> how) {
        List<RequestListener> begun = new ArrayList<>(listeners.size());
        tell(listener -> {
            RequestListener request = how.apply(listener);
            if (request != null) {
                begun.add(request);
            }
        });
        return begun.isEmpty() ? null : new RequestListeners(begun);
    }

    /** Runs what an observer does; it cannot fail. */
    static void guard(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            LOG.error("an observer of a connection failed", e);
        }
    }
}
