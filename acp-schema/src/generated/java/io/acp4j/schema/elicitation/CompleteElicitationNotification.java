// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports that what the user did on a web page has come to its end.
 *
 * @param elicitationId the elicitation; receivers ignore one that they do not know
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#url-completion">the specification</a>
 * @since 0.1.0
 */
public record CompleteElicitationNotification(
        ElicitationId elicitationId, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<CompleteElicitationNotification> CODEC =
            ObjectCodec.of("CompleteElicitationNotification", type -> {
                var elicitationId = type.required(
                        "elicitationId", ElicitationId.CODEC, CompleteElicitationNotification::elicitationId);
                var meta = type.lenient("_meta", Meta.CODEC, CompleteElicitationNotification::meta);
                return in -> new CompleteElicitationNotification(in.get(elicitationId), in.find(meta));
            });

    /** Checks that what is required is there. */
    public CompleteElicitationNotification {
        Objects.requireNonNull(elicitationId, "elicitationId");
    }

    /**
     * Returns a notification with what is required.
     *
     * @param elicitationId the elicitation; receivers ignore one that they do not know
     * @return the notification
     */
    public static CompleteElicitationNotification of(ElicitationId elicitationId) {
        return new CompleteElicitationNotification(elicitationId, null);
    }

    /**
     * Starts a notification with what is required.
     *
     * @param elicitationId the elicitation; receivers ignore one that they do not know
     * @return the builder
     */
    public static Builder builder(ElicitationId elicitationId) {
        return new Builder(elicitationId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this notification holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(elicitationId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CompleteElicitationNotification}; used by one thread. */
    public static final class Builder {

        private final ElicitationId elicitationId;
        private @Nullable Meta meta;

        private Builder(ElicitationId elicitationId) {
            this.elicitationId = Objects.requireNonNull(elicitationId, "elicitationId");
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
         * Returns the notification.
         *
         * @return the notification
         */
        public CompleteElicitationNotification build() {
            return new CompleteElicitationNotification(elicitationId, meta);
        }
    }
}
