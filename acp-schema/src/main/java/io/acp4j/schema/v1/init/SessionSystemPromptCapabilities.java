package io.acp4j.schema.v1.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells that an agent takes instructions of the client ({@code systemPrompt}) where sessions start, and how it can
 * use them.
 *
 * <p>Being there at all means that they can be appended to its own.
 *
 * @param mode which ways there are besides appending; null means none
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("system-prompt")
public record SessionSystemPromptCapabilities(
        @Nullable SessionSystemPromptModeCapabilities mode,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionSystemPromptCapabilities> CODEC =
            ObjectCodec.of("SessionSystemPromptCapabilities", type -> {
                var mode = type.lenient(
                        "mode", SessionSystemPromptModeCapabilities.CODEC, SessionSystemPromptCapabilities::mode);
                var meta = type.lenient("_meta", Meta.CODEC, SessionSystemPromptCapabilities::meta);
                type.extras(SessionSystemPromptCapabilities::extras);
                return in -> new SessionSystemPromptCapabilities(in.find(mode), in.find(meta), in.extras());
            });

    /** Instructions can be appended. */
    public static final SessionSystemPromptCapabilities SUPPORTED =
            new SessionSystemPromptCapabilities(null, null, Map.of());

    /** Instructions can be appended and can replace those of the agent. */
    public static final SessionSystemPromptCapabilities OVERRIDE =
            new SessionSystemPromptCapabilities(SessionSystemPromptModeCapabilities.OVERRIDE, null, Map.of());

    /** Copies the unknown members. */
    public SessionSystemPromptCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
