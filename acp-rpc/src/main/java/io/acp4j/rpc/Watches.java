package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All who watch one connection, with whatever they throw kept away from it. */
final class Watches implements WireListener {

    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);

    /** Filled before the first message, and not changed after. */
    private final List<ConnectionWatch> watches = new ArrayList<>();

    /** Begins to watch; called once, before the connection's transport is started. */
    void open(List<ConnectionObserver> observers, ConnectionLoad load) {
        for (ConnectionObserver observer : observers) {
            guard(() -> watches.add(observer.opened(load)));
        }
    }

    @Override
    public void onFrame(Direction direction, byte[] buffer, int offset, int length) {
        tell(watch -> watch.frame(direction, length));
    }

    void refused() {
        tell(ConnectionWatch::refused);
    }

    @Nullable
    RequestWatches outgoing(ObservedRequest request) {
        return begin(watch -> watch.outgoing(request));
    }

    @Nullable
    RequestWatches incoming(ObservedRequest request, Meta meta) {
        return begin(watch -> watch.incoming(request, meta));
    }

    void closed(CloseReason reason) {
        tell(watch -> watch.closed(reason));
    }

    private void tell(Consumer<ConnectionWatch> what) {
        for (ConnectionWatch watch : watches) {
            guard(() -> what.accept(watch));
        }
    }

    private @Nullable RequestWatches begin(Function<ConnectionWatch, @Nullable RequestWatch> how) {
        List<RequestWatch> begun = new ArrayList<>(watches.size());
        tell(watch -> {
            RequestWatch request = how.apply(watch);
            if (request != null) {
                begun.add(request);
            }
        });
        return begun.isEmpty() ? null : new RequestWatches(begun);
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
