// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.CompactionId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    /** Checks that what is required is there and copies the collections. */
    public CompactionUpdate {
        Objects.requireNonNull(compactionId, "compactionId");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(summary, "summary");
        Objects.requireNonNull(error, "error");
        Objects.requireNonNull(meta, "meta");
        if (summary instanceof Patch.Value<List<ContentBlock>> list) {
            summary = Patch.of(List.copyOf(list.value()));
        }
    }

    /**
     * Returns a value with what is required.
     *
     * @param compactionId names the compaction within its session
     * @param status how far it has come
     * @return the value
     */
    public static CompactionUpdate of(CompactionId compactionId, CompactionStatus status) {
        return new CompactionUpdate(compactionId, status, Patch.unchanged(), Patch.unchanged(), Patch.unchanged());
    }

    /**
     * Starts a value with what is required.
     *
     * @param compactionId names the compaction within its session
     * @param status how far it has come
     * @return the builder
     */
    public static Builder builder(CompactionId compactionId, CompactionStatus status) {
        return new Builder(compactionId, status);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(compactionId, status);
        copy.summary = summary;
        copy.error = error;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CompactionUpdate}; used by one thread. */
    public static final class Builder {

        private final CompactionId compactionId;
        private final CompactionStatus status;
        private Patch<List<ContentBlock>> summary = Patch.unchanged();
        private Patch<String> error = Patch.unchanged();
        private Patch<Meta> meta = Patch.unchanged();

        private Builder(CompactionId compactionId, CompactionStatus status) {
            this.compactionId = Objects.requireNonNull(compactionId, "compactionId");
            this.status = Objects.requireNonNull(status, "status");
        }

        /**
         * Sets what the context was shortened to, as a whole.
         *
         * @param summary the new value; null leaves it as it is
         * @return this
         */
        public Builder summary(@Nullable List<ContentBlock> summary) {
            return summary(Patch.ofNullable(summary));
        }

        /**
         * Sets what the context was shortened to, as a whole.
         *
         * @param summary what the context was shortened to, as a whole
         * @return this
         */
        public Builder summary(Patch<List<ContentBlock>> summary) {
            this.summary = Objects.requireNonNull(summary, "summary");
            return this;
        }

        /**
         * Sets why it failed, for people.
         *
         * @param error the new value; null leaves it as it is
         * @return this
         */
        public Builder error(@Nullable String error) {
            return error(Patch.ofNullable(error));
        }

        /**
         * Sets why it failed, for people.
         *
         * @param error why it failed, for people
         * @return this
         */
        public Builder error(Patch<String> error) {
            this.error = Objects.requireNonNull(error, "error");
            return this;
        }

        /**
         * Sets extra data about the compaction.
         *
         * @param meta the new value; null leaves it as it is
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            return meta(Patch.ofNullable(meta));
        }

        /**
         * Sets extra data about the compaction.
         *
         * @param meta extra data about the compaction
         * @return this
         */
        public Builder meta(Patch<Meta> meta) {
            this.meta = Objects.requireNonNull(meta, "meta");
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public CompactionUpdate build() {
            return new CompactionUpdate(compactionId, status, summary, error, meta);
        }
    }
}
