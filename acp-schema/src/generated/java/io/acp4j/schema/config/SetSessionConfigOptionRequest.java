// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to set an option of a session.
 *
 * @param sessionId the session
 * @param configId the option; one of those that the agent listed
 * @param value what to set it to
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#from-the-client">the
 *     specification</a>
 * @since 0.1.0
 */
public record SetSessionConfigOptionRequest(
        SessionId sessionId,
        SessionConfigId configId,
        SessionConfigValue value,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SetSessionConfigOptionRequest> CODEC =
            ObjectCodec.of("SetSessionConfigOptionRequest", type -> {
                var sessionId = type.required("sessionId", SessionId.CODEC, SetSessionConfigOptionRequest::sessionId);
                var configId =
                        type.required("configId", SessionConfigId.CODEC, SetSessionConfigOptionRequest::configId);
                var value = ConfigValueMembers.of(type, SetSessionConfigOptionRequest::value);
                var meta = type.lenient("_meta", Meta.CODEC, SetSessionConfigOptionRequest::meta);
                return in -> new SetSessionConfigOptionRequest(
                        in.get(sessionId), in.get(configId), value.read(in), in.find(meta));
            });

    /** Checks that what is required is there. */
    public SetSessionConfigOptionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(configId, "configId");
        Objects.requireNonNull(value, "value");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param configId the option; one of those that the agent listed
     * @param value what to set it to
     * @return the request
     */
    public static SetSessionConfigOptionRequest of(
            SessionId sessionId, SessionConfigId configId, SessionConfigValue value) {
        return new SetSessionConfigOptionRequest(sessionId, configId, value, null);
    }

    /**
     * Returns a request without extra data.
     *
     * @param sessionId the session
     * @param configId the option; one of those that the agent listed
     * @param value the id of the value to set it to
     * @return the request
     */
    public static SetSessionConfigOptionRequest of(
            SessionId sessionId, SessionConfigId configId, SessionConfigValueId value) {
        return new SetSessionConfigOptionRequest(sessionId, configId, SessionConfigValue.of(value), null);
    }

    /**
     * Returns a request without extra data.
     *
     * @param sessionId the session
     * @param configId the option; one of those that the agent listed
     * @param value whether it is to be on
     * @return the request
     */
    public static SetSessionConfigOptionRequest of(SessionId sessionId, SessionConfigId configId, boolean value) {
        return new SetSessionConfigOptionRequest(sessionId, configId, SessionConfigValue.of(value), null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param configId the option; one of those that the agent listed
     * @param value what to set it to
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, SessionConfigId configId, SessionConfigValue value) {
        return new Builder(sessionId, configId, value);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, configId, value);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SetSessionConfigOptionRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final SessionConfigId configId;
        private final SessionConfigValue value;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, SessionConfigId configId, SessionConfigValue value) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.configId = Objects.requireNonNull(configId, "configId");
            this.value = Objects.requireNonNull(value, "value");
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
        public SetSessionConfigOptionRequest build() {
            return new SetSessionConfigOptionRequest(sessionId, configId, value, meta);
        }
    }
}
