package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.internal.wire.Wire;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one scenario takes over with a connection, and whether it can leave it to others. Used by one scenario's thread. */
final class Handover {

    /** What changes a connection for those who come after. */
    private static final Set<String> LASTING =
            Set.of("initialize", "authenticate", "logout", "auth/login", "auth/logout");

    private final Log log;
    private final Relay relay;
    private final EarlierUse earlier;
    private boolean disturbed;
    private boolean shareable;
    private volatile JsonNode capabilities = MissingNode.getInstance();

    /** A request that shows whether the subject still responds. */
    @FunctionalInterface
    interface Ping {

        Reply ping() throws InterruptedException;
    }

    /** Begins with a connection that nobody has had. */
    Handover(Log log) {
        this.log = log;
        this.relay = new Relay(log);
        this.earlier = EarlierUse.NONE;
    }

    /** Takes over a connection that another scenario has left. */
    Handover(PooledConnection line, Log log) {
        this.log = log;
        this.relay = line.relay();
        this.earlier = line.earlier();
        this.capabilities = line.capabilities();
        this.shareable = true;
        log.begin(
                earlier.opening(),
                "from here on a connection that other scenarios have used, as many as " + earlier.uses());
        if (!relay.attach(log)) {
            log.ended("the subject has ended, or has sent something unasked");
        }
    }

    Relay relay() {
        return relay;
    }

    EarlierUse earlier() {
        return earlier;
    }

    /** Notes that a request is sent. */
    void sends(String method) {
        shareable &= !LASTING.contains(method);
    }

    /** Notes that something is sent that need not be a message. */
    void disturb() {
        disturbed = true;
    }

    /** Records what the kit has advertised. */
    void advertised(JsonNode ours) {
        capabilities = ours;
    }

    /** Declares that nothing but what any scenario would begin with has happened so far. */
    void share() {
        shareable = true;
    }

    /** Returns the connection for others; null when something of this scenario is left on it. */
    @Nullable
    PooledConnection release(Wire wire, Ping ping) throws InterruptedException {
        if (!isInOrder(ping)) {
            return null;
        }
        relay.detach();
        log.stop();
        EarlierUse use = earlier.and(log.entries());
        return use == null ? null : new PooledConnection(wire, relay, capabilities, use);
    }

    private boolean isInOrder(Ping ping) throws InterruptedException {
        if (!shareable || disturbed || log.end() != null || log.hasOpenRequests()) {
            return false;
        }
        try {
            return ping.ping().came() && log.end() == null && !log.hasOpenRequests();
        } catch (NotTestable e) {
            return false;
        }
    }

    Recording recording(Wire wire) {
        return new Recording(
                log.entries(), capabilities, earlier.sessions(), wire.isStream(), disturbed, wire.errors());
    }
}
