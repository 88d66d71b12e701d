package io.acp4j.proxy.internal.bridge.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import java.util.Collection;
import java.util.EnumSet;

/** What was lost and has not been told yet. At most one of each kind, so it is bounded. */
public final class Losses {

    /** The member of {@code _meta} in which a bridge speaks. */
    public static final String KEY = "acp4j/bridge";

    private final EnumSet<BridgeLoss> untold = EnumSet.noneOf(BridgeLoss.class);

    public void add(BridgeLoss loss) {
        untold.add(loss);
    }

    public void addAll(Collection<BridgeLoss> losses) {
        untold.addAll(losses);
    }

    public boolean isEmpty() {
        return untold.isEmpty();
    }

    /** Adds them to a message's parameters or result. */
    public void tellIn(ObjectNode holder) {
        if (untold.isEmpty()) {
            return;
        }
        ObjectNode own = own(holder);
        ArrayNode lost = own.path("lost") instanceof ArrayNode known ? known : own.putArray("lost");
        untold.forEach(loss -> lost.add(loss.code()));
        untold.clear();
    }

    /** Returns the object in which a bridge speaks, of a message's parameters or result. */
    public static ObjectNode own(ObjectNode holder) {
        ObjectNode meta = holder.path("_meta") instanceof ObjectNode known ? known : holder.putObject("_meta");
        return meta.path(KEY) instanceof ObjectNode known ? known : meta.putObject(KEY);
    }
}
