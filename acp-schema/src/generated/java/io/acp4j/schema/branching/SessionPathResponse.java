// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Returns a page of the messages from the root to one of them.
 *
 * @param messages the messages, the one nearest to the root first, whatever the direction
 * @param nextCursor where the page starts that comes next in the direction that was asked for; null when there is none
 * @param previousCursor where the page starts that came before in that direction; null when there is none or the agent
 *     does not say
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionPathResponse(
        List<PathEntry> messages,
        @Nullable String nextCursor,
        @Nullable String previousCursor,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionPathResponse> CODEC = ObjectCodec.of("SessionPathResponse", type -> {
        var messages = type.requiredList("messages", PathEntry.CODEC, SessionPathResponse::messages);
        var nextCursor = type.lenient("nextCursor", Codecs.STRING, SessionPathResponse::nextCursor);
        var previousCursor = type.lenient("previousCursor", Codecs.STRING, SessionPathResponse::previousCursor);
        var meta = type.lenient("_meta", Meta.CODEC, SessionPathResponse::meta);
        return in ->
                new SessionPathResponse(in.get(messages), in.find(nextCursor), in.find(previousCursor), in.find(meta));
    });

    /** Copies the collections. */
    public SessionPathResponse {
        messages = List.copyOf(messages);
    }

    /**
     * Returns a response with what is required.
     *
     * @param messages the messages, the one nearest to the root first, whatever the direction
     * @return the response
     */
    public static SessionPathResponse of(List<PathEntry> messages) {
        return new SessionPathResponse(messages, null, null, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param messages the messages, the one nearest to the root first, whatever the direction
     * @return the builder
     */
    public static Builder builder(List<PathEntry> messages) {
        return new Builder(messages);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(messages);
        copy.nextCursor = nextCursor;
        copy.previousCursor = previousCursor;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionPathResponse}; used by one thread. */
    public static final class Builder {

        private final List<PathEntry> messages;
        private @Nullable String nextCursor;
        private @Nullable String previousCursor;
        private @Nullable Meta meta;

        private Builder(List<PathEntry> messages) {
            this.messages = Objects.requireNonNull(messages, "messages");
        }

        /**
         * Sets where the page starts that comes next in the direction that was asked for.
         *
         * @param nextCursor where the page starts that comes next in the direction that was asked for; null when there
         *     is none
         * @return this
         */
        public Builder nextCursor(@Nullable String nextCursor) {
            this.nextCursor = nextCursor;
            return this;
        }

        /**
         * Sets where the page starts that came before in that direction.
         *
         * @param previousCursor where the page starts that came before in that direction; null when there is none or
         *     the agent does not say
         * @return this
         */
        public Builder previousCursor(@Nullable String previousCursor) {
            this.previousCursor = previousCursor;
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
        public SessionPathResponse build() {
            return new SessionPathResponse(messages, nextCursor, previousCursor, meta);
        }
    }
}
