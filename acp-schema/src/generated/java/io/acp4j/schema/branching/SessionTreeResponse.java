// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Returns a page of the tree of messages that a session has.
 *
 * @param messages the messages in the order in which they were stored, so that a parent comes before what follows it
 * @param head the message that the next prompt follows; null while that is none
 * @param nextCursor where the next page starts; null when this is the last
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionTreeResponse(
        List<BranchMessage> messages,
        @Nullable MessageId head,
        @Nullable String nextCursor,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionTreeResponse> CODEC = ObjectCodec.of("SessionTreeResponse", type -> {
        var messages = type.requiredList("messages", BranchMessage.CODEC, SessionTreeResponse::messages);
        var head = type.optional("head", MessageId.CODEC, SessionTreeResponse::head);
        var nextCursor = type.lenient("nextCursor", Codecs.STRING, SessionTreeResponse::nextCursor);
        var meta = type.lenient("_meta", Meta.CODEC, SessionTreeResponse::meta);
        return in -> new SessionTreeResponse(in.get(messages), in.find(head), in.find(nextCursor), in.find(meta));
    });

    /** Copies the collections. */
    public SessionTreeResponse {
        messages = List.copyOf(messages);
    }

    /**
     * Returns a response with what is required.
     *
     * @param messages the messages in the order in which they were stored, so that a parent comes before what follows
     *     it
     * @return the response
     */
    public static SessionTreeResponse of(List<BranchMessage> messages) {
        return new SessionTreeResponse(messages, null, null, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param messages the messages in the order in which they were stored, so that a parent comes before what follows
     *     it
     * @return the builder
     */
    public static Builder builder(List<BranchMessage> messages) {
        return new Builder(messages);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(messages);
        copy.head = head;
        copy.nextCursor = nextCursor;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionTreeResponse}; used by one thread. */
    public static final class Builder {

        private final List<BranchMessage> messages;
        private @Nullable MessageId head;
        private @Nullable String nextCursor;
        private @Nullable Meta meta;

        private Builder(List<BranchMessage> messages) {
            this.messages = Objects.requireNonNull(messages, "messages");
        }

        /**
         * Sets the message that the next prompt follows.
         *
         * @param head the message that the next prompt follows; null while that is none
         * @return this
         */
        public Builder head(@Nullable MessageId head) {
            this.head = head;
            return this;
        }

        /**
         * Sets where the next page starts.
         *
         * @param nextCursor where the next page starts; null when this is the last
         * @return this
         */
        public Builder nextCursor(@Nullable String nextCursor) {
            this.nextCursor = nextCursor;
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
         * Returns the response.
         *
         * @return the response
         */
        public SessionTreeResponse build() {
            return new SessionTreeResponse(messages, head, nextCursor, meta);
        }
    }
}
