// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that an agent replaces its own instructions with those of the client ({@code override}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("system-prompt")
public record SessionSystemPromptOverrideCapabilities(
        @Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionSystemPromptOverrideCapabilities> CODEC =
            ObjectCodec.of("SessionSystemPromptOverrideCapabilities", type -> {
                var meta = type.lenient("_meta", Meta.CODEC, SessionSystemPromptOverrideCapabilities::meta);
                type.extras(SessionSystemPromptOverrideCapabilities::extras);
                return in -> new SessionSystemPromptOverrideCapabilities(in.find(meta), in.extras());
            });

    /** Yes, with nothing more to say. */
    public static final SessionSystemPromptOverrideCapabilities SUPPORTED =
            new SessionSystemPromptOverrideCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public SessionSystemPromptOverrideCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
