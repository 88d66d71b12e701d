package io.acp4j.schema.internal.patch;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Two patches of extra data as one. A name that is removed stays in it, so that it is removed from what was stored before. */
public final class MetaPatches {

    private MetaPatches() {}

    /** Returns what two patches come to; null when one cannot say it, since everything is removed and then something is set. */
    public static @Nullable Patch<Meta> merged(Patch<Meta> earlier, Patch<Meta> later) {
        Meta changes = later.value();
        if (changes == null) {
            return earlier.then(later);
        }
        if (earlier.isCleared()) {
            return null;
        }
        Meta known = earlier.value();
        if (known == null) {
            return later;
        }
        Map<String, RawJson> all = new LinkedHashMap<>(known.members());
        all.putAll(changes.members());
        return Patch.of(Meta.of(all));
    }
}
