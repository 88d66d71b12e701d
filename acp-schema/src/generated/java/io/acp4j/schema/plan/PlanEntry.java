// Written by build-support/write-types from src/protocol/plan.yaml: change that, not this.
package io.acp4j.schema.plan;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One task of a plan.
 *
 * @param content what is to be done, for people
 * @param priority how much it matters
 * @param status how far it has come
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/agent-plan#plan-entries">the specification</a>
 * @since 0.1.0
 */
public record PlanEntry(
        String content,
        PlanEntryPriority priority,
        PlanEntryStatus status,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<PlanEntry> CODEC = ObjectCodec.of("PlanEntry", type -> {
        var content = type.required("content", Codecs.STRING, PlanEntry::content);
        var priority = type.required("priority", PlanEntryPriority.CODEC, PlanEntry::priority);
        var status = type.required("status", PlanEntryStatus.CODEC, PlanEntry::status);
        var meta = type.lenient("_meta", Meta.CODEC, PlanEntry::meta);
        return in -> new PlanEntry(in.get(content), in.get(priority), in.get(status), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PlanEntry {
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(status, "status");
    }

    /**
     * Returns a value with what is required.
     *
     * @param content what is to be done, for people
     * @param priority how much it matters
     * @param status how far it has come
     * @return the value
     */
    public static PlanEntry of(String content, PlanEntryPriority priority, PlanEntryStatus status) {
        return new PlanEntry(content, priority, status, null);
    }

    /**
     * Returns a task of medium priority that is not begun.
     *
     * @param content what is to be done, for people
     * @return the value
     */
    public static PlanEntry of(String content) {
        return of(content, PlanEntryPriority.MEDIUM, PlanEntryStatus.PENDING);
    }

    /**
     * Returns this task with another priority.
     *
     * @param other how much it matters
     * @return this task with another priority
     */
    public PlanEntry priority(PlanEntryPriority other) {
        return new PlanEntry(content, other, status, meta);
    }

    /**
     * Returns this task as one that is being worked on. Plans are sent whole each time, so an agent that advances keeps
     * the entries, replaces one, and sends them all.
     *
     * @return this task as one that is being worked on
     */
    public PlanEntry inProgress() {
        return status(PlanEntryStatus.IN_PROGRESS);
    }

    /**
     * Returns this task as one that is done.
     *
     * @return this task as one that is done
     */
    public PlanEntry completed() {
        return status(PlanEntryStatus.COMPLETED);
    }

    /**
     * Returns this task with another status.
     *
     * @param other how far it has come
     * @return this task with another status
     */
    public PlanEntry status(PlanEntryStatus other) {
        return new PlanEntry(content, priority, other, meta);
    }

    /**
     * Starts a value with what is required.
     *
     * @param content what is to be done, for people
     * @param priority how much it matters
     * @param status how far it has come
     * @return the builder
     */
    public static Builder builder(String content, PlanEntryPriority priority, PlanEntryStatus status) {
        return new Builder(content, priority, status);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(content, priority, status);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PlanEntry}; used by one thread. */
    public static final class Builder {

        private final String content;
        private final PlanEntryPriority priority;
        private final PlanEntryStatus status;
        private @Nullable Meta meta;

        private Builder(String content, PlanEntryPriority priority, PlanEntryStatus status) {
            this.content = Objects.requireNonNull(content, "content");
            this.priority = Objects.requireNonNull(priority, "priority");
            this.status = Objects.requireNonNull(status, "status");
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
        public PlanEntry build() {
            return new PlanEntry(content, priority, status, meta);
        }
    }
}
