// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client to let the user decide about something that the agent wants to do.
 *
 * @param sessionId the session
 * @param subject what it is about, in version 1 always a tool call; null when the title says it all
 * @param options the options to choose from
 * @param title the question, for people; null in version 1, which has the title of the tool call
 * @param description more about it, for people; null when there is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record RequestPermissionRequest(
        SessionId sessionId,
        @Nullable RequestPermissionSubject subject,
        List<PermissionOption> options,
        @Unstable("protocol-version-2") @Nullable String title,
        @Unstable("protocol-version-2") @Nullable String description,
        @Nullable Meta meta)
        implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<RequestPermissionRequest> CODEC =
            ObjectCodec.of("RequestPermissionRequest", type -> {
                var sessionId = type.required("sessionId", SessionId.CODEC, RequestPermissionRequest::sessionId);
                var subject = type.isV2()
                        ? type.optional("subject", RequestPermissionSubject.CODEC, RequestPermissionRequest::subject)
                        : type.requiredOnWire(
                                "toolCall", ToolCallSubjectCodec.INSTANCE, RequestPermissionRequest::subject);
                var options = type.required(
                        "options", Codecs.listOf(PermissionOption.CODEC), RequestPermissionRequest::options);
                var title = type.isV2()
                        ? type.requiredOnWire("title", Codecs.STRING, RequestPermissionRequest::title)
                        : type.<String>absent(null);
                var description = type.isV2()
                        ? type.lenient("description", Codecs.STRING, RequestPermissionRequest::description)
                        : type.<String>absent(null);
                var meta = type.lenient("_meta", Meta.CODEC, RequestPermissionRequest::meta);
                return in -> new RequestPermissionRequest(
                        in.get(sessionId),
                        in.find(subject),
                        in.get(options),
                        in.find(title),
                        in.find(description),
                        in.find(meta));
            });

    /** Checks that what is required is there and copies the collections. */
    public RequestPermissionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        options = List.copyOf(options);
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param options the options to choose from
     * @return the request
     */
    public static RequestPermissionRequest of(SessionId sessionId, List<PermissionOption> options) {
        return new RequestPermissionRequest(sessionId, null, options, null, null, null);
    }

    /**
     * Returns a request about a tool call, without a title of its own.
     *
     * @param sessionId the session
     * @param toolCall the call, with what is known of it
     * @param options the options to choose from
     * @return the request
     */
    public static RequestPermissionRequest of(
            SessionId sessionId, ToolCallUpdate toolCall, List<PermissionOption> options) {
        return new RequestPermissionRequest(
                sessionId, ToolCallPermissionSubject.of(toolCall), options, null, null, null);
    }

    /**
     * Returns the tool call that it is about, with what is known of it; null when it is about something else.
     *
     * @return the tool call that it is about, with what is known of it; null when it is about something else
     */
    public @Nullable ToolCallUpdate toolCall() {
        return subject instanceof ToolCallPermissionSubject about ? about.toolCall() : null;
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param options the options to choose from
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, List<PermissionOption> options) {
        return new Builder(sessionId, options);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, options);
        copy.subject = subject;
        copy.title = title;
        copy.description = description;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link RequestPermissionRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final List<PermissionOption> options;
        private @Nullable RequestPermissionSubject subject;
        private @Nullable String title;
        private @Nullable String description;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, List<PermissionOption> options) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.options = Objects.requireNonNull(options, "options");
        }

        /**
         * Sets what it is about, in version 1 always a tool call.
         *
         * @param subject what it is about, in version 1 always a tool call; null when the title says it all
         * @return this
         */
        public Builder subject(@Nullable RequestPermissionSubject subject) {
            this.subject = subject;
            return this;
        }

        /**
         * Sets the question, for people.
         *
         * @param title the question, for people; null in version 1, which has the title of the tool call
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
        }

        /**
         * Sets more about it, for people.
         *
         * @param description more about it, for people; null when there is none
         * @return this
         */
        @Unstable("protocol-version-2")
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
         * Returns the request.
         *
         * @return the request
         */
        public RequestPermissionRequest build() {
            return new RequestPermissionRequest(sessionId, subject, options, title, description, meta);
        }
    }
}
