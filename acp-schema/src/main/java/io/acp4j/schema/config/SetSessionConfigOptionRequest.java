package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.SchemaException;
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

    private static final String BOOLEAN = "boolean";

    /** Reads and writes the object; {@code type} is there only beside on or off. */
    public static final ObjectCodec<SetSessionConfigOptionRequest> CODEC =
            ObjectCodec.of("SetSessionConfigOptionRequest", type -> {
                var sessionId = type.required("sessionId", SessionId.CODEC, SetSessionConfigOptionRequest::sessionId);
                var configId =
                        type.required("configId", SessionConfigId.CODEC, SetSessionConfigOptionRequest::configId);
                var kind = type.isV2()
                        ? type.required("type", Codecs.STRING, SetSessionConfigOptionRequest::kindInVersion2)
                        : type.lenient("type", Codecs.STRING, SetSessionConfigOptionRequest::kind);
                var value = type.required("value", ConfigValueCodec.INSTANCE, SetSessionConfigOptionRequest::value);
                var meta = type.lenient("_meta", Meta.CODEC, SetSessionConfigOptionRequest::meta);
                return in -> {
                    checkKind(in.find(kind), in.get(value));
                    return new SetSessionConfigOptionRequest(
                            in.get(sessionId), in.get(configId), in.get(value), in.find(meta));
                };
            });

    /** Checks that what is required is there. */
    public SetSessionConfigOptionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(configId, "configId");
        Objects.requireNonNull(value, "value");
    }

    /**
     * Makes a request without extra data.
     *
     * @param sessionId the session
     * @param configId the option
     * @param value the id of the value to set it to
     * @return the request
     */
    public static SetSessionConfigOptionRequest of(
            SessionId sessionId, SessionConfigId configId, SessionConfigValueId value) {
        return new SetSessionConfigOptionRequest(sessionId, configId, SessionConfigValue.of(value), null);
    }

    /**
     * Makes a request without extra data.
     *
     * @param sessionId the session
     * @param configId the option
     * @param value whether it is to be on
     * @return the request
     */
    public static SetSessionConfigOptionRequest of(SessionId sessionId, SessionConfigId configId, boolean value) {
        return new SetSessionConfigOptionRequest(sessionId, configId, SessionConfigValue.of(value), null);
    }

    private @Nullable String kind() {
        return value instanceof SessionConfigValue.Switch ? BOOLEAN : null;
    }

    private String kindInVersion2() {
        return value instanceof SessionConfigValue.Switch ? BOOLEAN : "id";
    }

    /** On or off needs its type said; a value id goes with no type or any that is not known. */
    private static void checkKind(@Nullable String kind, SessionConfigValue value) throws SchemaException {
        if (value instanceof SessionConfigValue.Switch) {
            if (!BOOLEAN.equals(kind)) {
                throw new SchemaException("a boolean is a value only beside type \"boolean\"").within("value");
            }
        } else if (BOOLEAN.equals(kind)) {
            throw new SchemaException("expected a boolean, found a string").within("value");
        }
    }

    /**
     * Returns a request with what is required and nothing else.
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
}
