// Written by build-support/write-types from src/protocol/protocol.yaml: change that, not this.
package io.acp4j.schema.protocol;

import io.acp4j.schema.Meta;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the receiver to end its work on a request that it has not responded to yet; it responds all the same.
 *
 * @param requestId the id of the request
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/cancellation">the specification</a>
 * @since 0.1.0
 */
public record CancelRequestNotification(
        RequestId requestId, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<CancelRequestNotification> CODEC =
            ObjectCodec.of("CancelRequestNotification", type -> {
                var requestId = type.required("requestId", RequestId.CODEC, CancelRequestNotification::requestId);
                var meta = type.lenient("_meta", Meta.CODEC, CancelRequestNotification::meta);
                return in -> new CancelRequestNotification(in.get(requestId), in.find(meta));
            });

    /** Checks that what is required is there. */
    public CancelRequestNotification {
        Objects.requireNonNull(requestId, "requestId");
    }

    /**
     * Returns a notification with what is required.
     *
     * @param requestId the id of the request
     * @return the notification
     */
    public static CancelRequestNotification of(RequestId requestId) {
        return new CancelRequestNotification(requestId, null);
    }

    /**
     * Starts a notification with what is required.
     *
     * @param requestId the id of the request
     * @return the builder
     */
    public static Builder builder(RequestId requestId) {
        return new Builder(requestId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this notification holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(requestId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CancelRequestNotification}; used by one thread. */
    public static final class Builder {

        private final RequestId requestId;
        private @Nullable Meta meta;

        private Builder(RequestId requestId) {
            this.requestId = Objects.requireNonNull(requestId, "requestId");
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
        public CancelRequestNotification build() {
            return new CancelRequestNotification(requestId, meta);
        }
    }
}
