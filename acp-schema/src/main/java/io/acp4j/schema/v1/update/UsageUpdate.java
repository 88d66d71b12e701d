package io.acp4j.schema.v1.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * How full the model's context is and what the session has cost.
 *
 * @param used tokens now in the context
 * @param size tokens that the context can hold
 * @param cost what the session has cost so far; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#session-usage-updates">the specification</a>
 * @since 0.1.0
 */
public record UsageUpdate(
        long used, long size, @Nullable Cost cost, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<UsageUpdate> CODEC = ObjectCodec.of("UsageUpdate", type -> {
        var used = type.required("used", Codecs.UINT64, UsageUpdate::used);
        var size = type.required("size", Codecs.UINT64, UsageUpdate::size);
        var cost = type.lenient("cost", Cost.CODEC, UsageUpdate::cost);
        var meta = type.lenient("_meta", Meta.CODEC, UsageUpdate::meta);
        return in -> new UsageUpdate(in.get(used), in.get(size), in.find(cost), in.find(meta));
    });

    /**
     * Makes an update without a cost.
     *
     * @param used tokens now in the context
     * @param size tokens that the context can hold
     * @return the update
     */
    public static UsageUpdate of(long used, long size) {
        return new UsageUpdate(used, size, null, null);
    }
}
