package io.acp4j.proxy.internal.bridge.wire;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Sessions by id. At the limit the idle one that was not used longest is forgotten; closed ones are remembered as closed. */
public final class Sessions<S> {

    private final LinkedHashMap<String, S> open = new LinkedHashMap<>(16, 0.75f, true);
    private final Recent<Boolean> closed;
    private final int limit;
    private final Predicate<S> idle;
    private final Function<String, S> maker;

    public Sessions(int limit, Predicate<S> idle, Function<String, S> maker) {
        this.limit = limit;
        this.idle = idle;
        this.maker = maker;
        this.closed = new Recent<>(limit, () -> {});
    }

    /** Returns the session, made where it is not known: agents may speak of one before they give its id. */
    public S get(String id) {
        S known = open.get(id);
        if (known != null) {
            return known;
        }
        for (Iterator<S> all = open.values().iterator(); open.size() >= limit && all.hasNext(); ) {
            if (idle.test(all.next())) {
                all.remove();
            }
        }
        S made = maker.apply(id);
        open.put(id, made);
        return made;
    }

    public @Nullable S find(String id) {
        return open.get(id);
    }

    /** Returns the session after it was opened, perhaps again. */
    public S opened(String id) {
        closed.remove(id);
        return get(id);
    }

    public void close(String id) {
        open.remove(id);
        closed.put(id, true);
    }

    public boolean isClosed(String id) {
        return closed.has(id);
    }

    public List<S> all() {
        return List.copyOf(open.values());
    }

    public int size() {
        return open.size();
    }
}
