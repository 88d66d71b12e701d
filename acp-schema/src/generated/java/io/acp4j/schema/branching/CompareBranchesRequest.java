// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks where two branches part, and what each has of its own.
 *
 * @param sessionId the session
 * @param left the end of one branch, a leaf or any other message
 * @param right the end of the other
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record CompareBranchesRequest(
        SessionId sessionId,
        MessageId left,
        MessageId right,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<CompareBranchesRequest> CODEC = ObjectCodec.of("CompareBranchesRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, CompareBranchesRequest::sessionId);
        var left = type.required("left", MessageId.CODEC, CompareBranchesRequest::left);
        var right = type.required("right", MessageId.CODEC, CompareBranchesRequest::right);
        var meta = type.lenient("_meta", Meta.CODEC, CompareBranchesRequest::meta);
        return in -> new CompareBranchesRequest(in.get(sessionId), in.get(left), in.get(right), in.find(meta));
    });

    /** Checks that what is required is there. */
    public CompareBranchesRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(left, "left");
        Objects.requireNonNull(right, "right");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param left the end of one branch, a leaf or any other message
     * @param right the end of the other
     * @return the request
     */
    public static CompareBranchesRequest of(SessionId sessionId, MessageId left, MessageId right) {
        return new CompareBranchesRequest(sessionId, left, right, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param left the end of one branch, a leaf or any other message
     * @param right the end of the other
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, MessageId left, MessageId right) {
        return new Builder(sessionId, left, right);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, left, right);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CompareBranchesRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final MessageId left;
        private final MessageId right;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, MessageId left, MessageId right) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.left = Objects.requireNonNull(left, "left");
            this.right = Objects.requireNonNull(right, "right");
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
         * Returns the request.
         *
         * @return the request
         */
        public CompareBranchesRequest build() {
            return new CompareBranchesRequest(sessionId, left, right, meta);
        }
    }
}
