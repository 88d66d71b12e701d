// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sets the title of a session; it need not be open.
 *
 * <p>Only for agents that advertise {@code sessionCapabilities.title}. The response comes when the title is stored.
 *
 * @param sessionId the session
 * @param title its title for people; the agent may shorten it, and refuses one that says nothing
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-title")
public record SetSessionTitleRequest(
        SessionId sessionId, String title, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SetSessionTitleRequest> CODEC = ObjectCodec.of("SetSessionTitleRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, SetSessionTitleRequest::sessionId);
        var title = type.required("title", Codecs.STRING, SetSessionTitleRequest::title);
        var meta = type.lenient("_meta", Meta.CODEC, SetSessionTitleRequest::meta);
        return in -> new SetSessionTitleRequest(in.get(sessionId), in.get(title), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SetSessionTitleRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(title, "title");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param title its title for people; the agent may shorten it, and refuses one that says nothing
     * @return the request
     */
    public static SetSessionTitleRequest of(SessionId sessionId, String title) {
        return new SetSessionTitleRequest(sessionId, title, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param title its title for people; the agent may shorten it, and refuses one that says nothing
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, String title) {
        return new Builder(sessionId, title);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, title);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SetSessionTitleRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final String title;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, String title) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
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
         * Returns the request.
         *
         * @return the request
         */
        public SetSessionTitleRequest build() {
            return new SetSessionTitleRequest(sessionId, title, meta);
        }
    }
}
