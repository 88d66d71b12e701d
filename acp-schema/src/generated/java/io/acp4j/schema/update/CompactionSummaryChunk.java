// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.CompactionId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One more block of what a compaction shortened the context to.
 *
 * <p>One with an id not seen before starts a compaction. Sent only to clients that advertise {@code
 * session.compaction}.
 *
 * @param compactionId names the compaction within its session
 * @param content the block to append
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/session-compaction">the specification</a>
 * @since 0.1.0
 */
public record CompactionSummaryChunk(
        CompactionId compactionId,
        ContentBlock content,
        @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<CompactionSummaryChunk> CODEC = ObjectCodec.of("CompactionSummaryChunk", type -> {
        var compactionId = type.required("compactionId", CompactionId.CODEC, CompactionSummaryChunk::compactionId);
        var content = type.required("content", ContentBlock.CODEC, CompactionSummaryChunk::content);
        var meta = type.lenient("_meta", Meta.CODEC, CompactionSummaryChunk::meta);
        return in -> new CompactionSummaryChunk(in.get(compactionId), in.get(content), in.find(meta));
    });

    /** Checks that what is required is there. */
    public CompactionSummaryChunk {
        Objects.requireNonNull(compactionId, "compactionId");
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a value with what is required.
     *
     * @param compactionId names the compaction within its session
     * @param content the block to append
     * @return the value
     */
    public static CompactionSummaryChunk of(CompactionId compactionId, ContentBlock content) {
        return new CompactionSummaryChunk(compactionId, content, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param compactionId names the compaction within its session
     * @param content the block to append
     * @return the builder
     */
    public static Builder builder(CompactionId compactionId, ContentBlock content) {
        return new Builder(compactionId, content);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(compactionId, content);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CompactionSummaryChunk}; used by one thread. */
    public static final class Builder {

        private final CompactionId compactionId;
        private final ContentBlock content;
        private @Nullable Meta meta;

        private Builder(CompactionId compactionId, ContentBlock content) {
            this.compactionId = Objects.requireNonNull(compactionId, "compactionId");
            this.content = Objects.requireNonNull(content, "content");
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public CompactionSummaryChunk build() {
            return new CompactionSummaryChunk(compactionId, content, meta);
        }
    }
}
