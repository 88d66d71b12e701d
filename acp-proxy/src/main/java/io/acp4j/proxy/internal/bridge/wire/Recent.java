package io.acp4j.proxy.internal.bridge.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Things by id, as many as the limit says; beyond, the one that was not used longest is forgotten. */
public final class Recent<V> {

    private final LinkedHashMap<String, V> values = new LinkedHashMap<>(16, 0.75f, true);
    private final int limit;
    private final Runnable onForget;

    public Recent(int limit, Runnable onForget) {
        this.limit = limit;
        this.onForget = onForget;
    }

    public @Nullable V get(String id) {
        return values.get(id);
    }

    public boolean has(String id) {
        return values.containsKey(id);
    }

    public V get(String id, Supplier<V> maker) {
        V known = values.get(id);
        if (known != null) {
            return known;
        }
        V made = maker.get();
        put(id, made);
        return made;
    }

    public void put(String id, V value) {
        values.put(id, value);
        if (values.size() > limit) {
            values.remove(values.keySet().iterator().next());
            onForget.run();
        }
    }

    public @Nullable V remove(String id) {
        return values.remove(id);
    }

    public int size() {
        return values.size();
    }

    /** Returns what is there, oldest first, for reading only. */
    public Map<String, V> all() {
        return values;
    }

    public void clear() {
        values.clear();
    }
}
