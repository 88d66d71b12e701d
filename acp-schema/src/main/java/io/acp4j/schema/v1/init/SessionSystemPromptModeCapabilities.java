package io.acp4j.schema.v1.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells in which ways besides {@code append} an agent combines the client's instructions with its own.
 *
 * @param override whether its own instructions can be replaced; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("system-prompt")
public record SessionSystemPromptModeCapabilities(
        @Nullable SessionSystemPromptOverrideCapabilities override,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionSystemPromptModeCapabilities> CODEC =
            ObjectCodec.of("SessionSystemPromptModeCapabilities", type -> {
                var override = type.lenient(
                        "override",
                        SessionSystemPromptOverrideCapabilities.CODEC,
                        SessionSystemPromptModeCapabilities::override);
                var meta = type.lenient("_meta", Meta.CODEC, SessionSystemPromptModeCapabilities::meta);
                type.extras(SessionSystemPromptModeCapabilities::extras);
                return in -> new SessionSystemPromptModeCapabilities(in.find(override), in.find(meta), in.extras());
            });

    /** Its own instructions can be replaced. */
    public static final SessionSystemPromptModeCapabilities OVERRIDE =
            new SessionSystemPromptModeCapabilities(SessionSystemPromptOverrideCapabilities.SUPPORTED, null, Map.of());

    /** Copies the unknown members. */
    public SessionSystemPromptModeCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
