// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a session has its title.
 *
 * @param title the title as the agent stored it; the one to show
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-title")
public record SetSessionTitleResponse(
        String title, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SetSessionTitleResponse> CODEC = ObjectCodec.of("SetSessionTitleResponse", type -> {
        var title = type.required("title", Codecs.STRING, SetSessionTitleResponse::title);
        var meta = type.lenient("_meta", Meta.CODEC, SetSessionTitleResponse::meta);
        return in -> new SetSessionTitleResponse(in.get(title), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SetSessionTitleResponse {
        Objects.requireNonNull(title, "title");
    }

    /**
     * Returns a response with what is required.
     *
     * @param title the title as the agent stored it; the one to show
     * @return the response
     */
    public static SetSessionTitleResponse of(String title) {
        return new SetSessionTitleResponse(title, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param title the title as the agent stored it; the one to show
     * @return the builder
     */
    public static Builder builder(String title) {
        return new Builder(title);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(title);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SetSessionTitleResponse}; used by one thread. */
    public static final class Builder {

        private final String title;
        private @Nullable Meta meta;

        private Builder(String title) {
            this.title = Objects.requireNonNull(title, "title");
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
        public SetSessionTitleResponse build() {
            return new SetSessionTitleResponse(title, meta);
        }
    }
}
