package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.internal.transport.PacedListener;
import io.acp4j.rpc.transport.TransportListener;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When a connection may end because nothing is under way for the peer: no request that the transport knows of is without a response,
 * and its listener says that nothing goes on which one has begun. Safe for use by any number of threads.
 */
public final class Quiet {

    private final BooleanSupplier owesNothing;
    private volatile @Nullable TransportListener listener;
    private volatile @Nullable Runnable action;

    /**
     * Creates it.
     *
     * @param owesNothing whether no request is without a response as far as the transport knows
     */
    public Quiet(BooleanSupplier owesNothing) {
        this.owesNothing = owesNothing;
    }

    /** Takes the listener of the transport. */
    public void started(TransportListener started) {
        listener = started;
    }

    /** Runs an action when the connection is quiet: at once, or on the thread that ends the last of what is under way. */
    public void whenQuiet(Runnable then) {
        action = then;
        look();
    }

    /** Looks whether it is; called whenever a response has been sent. */
    public void look() {
        if (action == null || !owesNothing.getAsBoolean()) {
            return;
        }
        TransportListener asked = listener;
        if (asked == null) {
            run();
        } else {
            PacedListener.whenIdle(asked, this::run);
        }
    }

    /** Looks once more: a request that has come meanwhile is responded to first. */
    private void run() {
        Runnable then = action;
        if (then != null && owesNothing.getAsBoolean()) {
            action = null;
            then.run();
        }
    }
}
