// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to bring the outcome of one branch into another as a message that sums it up.
 *
 * @param sessionId the session
 * @param from the end of the branch that is summed up
 * @param summary the summing up, in text
 * @param into the message that the summary is to follow; null for the head of the session
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record GraftBranchRequest(
        SessionId sessionId,
        MessageId from,
        String summary,
        @Nullable MessageId into,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<GraftBranchRequest> CODEC = ObjectCodec.of("GraftBranchRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, GraftBranchRequest::sessionId);
        var from = type.required("from", MessageId.CODEC, GraftBranchRequest::from);
        var summary = type.required("summary", Codecs.STRING, GraftBranchRequest::summary);
        var into = type.optional("into", MessageId.CODEC, GraftBranchRequest::into);
        var meta = type.lenient("_meta", Meta.CODEC, GraftBranchRequest::meta);
        return in ->
                new GraftBranchRequest(in.get(sessionId), in.get(from), in.get(summary), in.find(into), in.find(meta));
    });

    /** Checks that what is required is there. */
    public GraftBranchRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(summary, "summary");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param from the end of the branch that is summed up
     * @param summary the summing up, in text
     * @return the request
     */
    public static GraftBranchRequest of(SessionId sessionId, MessageId from, String summary) {
        return new GraftBranchRequest(sessionId, from, summary, null, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param from the end of the branch that is summed up
     * @param summary the summing up, in text
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, MessageId from, String summary) {
        return new Builder(sessionId, from, summary);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, from, summary);
        copy.into = into;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link GraftBranchRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final MessageId from;
        private final String summary;
        private @Nullable MessageId into;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, MessageId from, String summary) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.from = Objects.requireNonNull(from, "from");
            this.summary = Objects.requireNonNull(summary, "summary");
        }

        /**
         * Sets the message that the summary is to follow.
         *
         * @param into the message that the summary is to follow; null for the head of the session
         * @return this
         */
        public Builder into(@Nullable MessageId into) {
            this.into = into;
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
         * Returns the request.
         *
         * @return the request
         */
        public GraftBranchRequest build() {
            return new GraftBranchRequest(sessionId, from, summary, into, meta);
        }
    }
}
