package io.acp4j.schema.v1.update;

import io.acp4j.schema.CompactionId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.v1.content.ContentBlock;
import java.util.List;
import java.util.Objects;

/**
 * The state of one compaction, in which an agent shortens a session's context.
 *
 * <p>The first one about an id marks its place in the conversation; later ones change it there. Sent only to clients
 * that advertise {@code session.compaction}.
 *
 * @param compactionId names the compaction within its session
 * @param status how far it has come
 * @param summary what the context was shortened to, as a whole
 * @param error why it failed, for people
 * @param meta extra data about the compaction
 * @see <a href="https://agentclientprotocol.com/rfds/session-compaction">the specification</a>
 * @since 0.1.0
 */
public record CompactionUpdate(
        CompactionId compactionId,
        CompactionStatus status,
        Patch<List<ContentBlock>> summary,
        Patch<String> error,
        Patch<Meta> meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<CompactionUpdate> CODEC = ObjectCodec.of("CompactionUpdate", type -> {
        var compactionId = type.required("compactionId", CompactionId.CODEC, CompactionUpdate::compactionId);
        var status = type.required("status", CompactionStatus.CODEC, CompactionUpdate::status);
        var summary = type.patch("summary", Codecs.lenientListOf(ContentBlock.CODEC), CompactionUpdate::summary);
        var error = type.patch("error", Codecs.STRING, CompactionUpdate::error);
        var meta = type.patch("_meta", Meta.CODEC, CompactionUpdate::meta);
        return in -> new CompactionUpdate(
                in.get(compactionId), in.get(status), in.get(summary), in.get(error), in.get(meta));
    });

    /** Checks that what is required is there. */
    public CompactionUpdate {
        Objects.requireNonNull(compactionId, "compactionId");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(summary, "summary");
        Objects.requireNonNull(error, "error");
        Objects.requireNonNull(meta, "meta");
        if (summary instanceof Patch.Value<List<ContentBlock>> blocks) {
            summary = Patch.of(List.copyOf(blocks.value()));
        }
    }

    /**
     * Makes an update of the status only.
     *
     * @param compactionId names the compaction
     * @param status how far it has come
     * @return the update
     */
    public static CompactionUpdate of(CompactionId compactionId, CompactionStatus status) {
        return new CompactionUpdate(compactionId, status, Patch.unchanged(), Patch.unchanged(), Patch.unchanged());
    }
}
