// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message to the user that is no part of the conversation; it may never be seen.
 *
 * <p>Sent only to clients that advertise {@code session.notices}.
 *
 * @param severity how urgently it should be shown
 * @param title what it says, in plain text; not empty
 * @param description details or advice, in plain text; null when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/session-notices">the specification</a>
 * @since 0.1.0
 */
public record Notice(
        NoticeSeverity severity,
        String title,
        @Nullable String description,
        @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<Notice> CODEC = ObjectCodec.of("Notice", type -> {
        var severity = type.required("severity", NoticeSeverity.CODEC, Notice::severity);
        var title = type.required("title", Codecs.STRING, Notice::title);
        var description = type.lenient("description", Codecs.STRING, Notice::description);
        var meta = type.lenient("_meta", Meta.CODEC, Notice::meta);
        return in -> new Notice(in.get(severity), in.get(title), in.find(description), in.find(meta));
    });

    /** Checks that what is required is there. */
    public Notice {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(title, "title");
    }

    /**
     * Returns a value with what is required.
     *
     * @param severity how urgently it should be shown
     * @param title what it says, in plain text; not empty
     * @return the value
     */
    public static Notice of(NoticeSeverity severity, String title) {
        return new Notice(severity, title, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param severity how urgently it should be shown
     * @param title what it says, in plain text; not empty
     * @return the builder
     */
    public static Builder builder(NoticeSeverity severity, String title) {
        return new Builder(severity, title);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(severity, title);
        copy.description = description;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Notice}; used by one thread. */
    public static final class Builder {

        private final NoticeSeverity severity;
        private final String title;
        private @Nullable String description;
        private @Nullable Meta meta;

        private Builder(NoticeSeverity severity, String title) {
            this.severity = Objects.requireNonNull(severity, "severity");
            this.title = Objects.requireNonNull(title, "title");
        }

        /**
         * Sets details or advice, in plain text.
         *
         * @param description details or advice, in plain text; null when there are none
         * @return this
         */
        public Builder description(@Nullable String description) {
            this.description = description;
            return this;
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
        public Notice build() {
            return new Notice(severity, title, description, meta);
        }
    }
}
