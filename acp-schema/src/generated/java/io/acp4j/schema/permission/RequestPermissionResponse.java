// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.Meta;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of a permission request.
 *
 * @param outcome the decision, or that there is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record RequestPermissionResponse(
        RequestPermissionOutcome outcome, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<RequestPermissionResponse> CODEC =
            ObjectCodec.of("RequestPermissionResponse", type -> {
                var outcome =
                        type.required("outcome", RequestPermissionOutcome.CODEC, RequestPermissionResponse::outcome);
                var meta = type.lenient("_meta", Meta.CODEC, RequestPermissionResponse::meta);
                return in -> new RequestPermissionResponse(in.get(outcome), in.find(meta));
            });

    /** Checks that what is required is there. */
    public RequestPermissionResponse {
        Objects.requireNonNull(outcome, "outcome");
    }

    /**
     * Returns a response with what is required.
     *
     * @param outcome the decision, or that there is none
     * @return the response
     */
    public static RequestPermissionResponse of(RequestPermissionOutcome outcome) {
        return new RequestPermissionResponse(outcome, null);
    }

    /**
     * Returns a response with a choice of the user.
     *
     * @param optionId the option chosen
     * @return the response
     */
    public static RequestPermissionResponse selected(PermissionOptionId optionId) {
        return of(SelectedPermissionOutcome.of(optionId));
    }

    /**
     * Returns the response that must be given when the turn is cancelled before the user decided.
     *
     * @return the response
     */
    public static RequestPermissionResponse cancelled() {
        return of(CancelledPermissionOutcome.CANCELLED);
    }

    /**
     * Starts a response with what is required.
     *
     * @param outcome the decision, or that there is none
     * @return the builder
     */
    public static Builder builder(RequestPermissionOutcome outcome) {
        return new Builder(outcome);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(outcome);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link RequestPermissionResponse}; used by one thread. */
    public static final class Builder {

        private final RequestPermissionOutcome outcome;
        private @Nullable Meta meta;

        private Builder(RequestPermissionOutcome outcome) {
            this.outcome = Objects.requireNonNull(outcome, "outcome");
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
         * Returns the response.
         *
         * @return the response
         */
        public RequestPermissionResponse build() {
            return new RequestPermissionResponse(outcome, meta);
        }
    }
}
