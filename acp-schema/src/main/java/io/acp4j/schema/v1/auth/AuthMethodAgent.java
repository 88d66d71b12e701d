package io.acp4j.schema.v1.auth;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A way that the agent carries out itself when {@code authenticate} names it.
 *
 * <p>Written without {@code type}; read without one or with {@code agent}.
 *
 * @param id its id
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#protocol-driven-authentication">the
 *     specification</a>
 * @since 0.1.0
 */
public record AuthMethodAgent(
        AuthMethodId id,
        String name,
        @Nullable String description,
        @Nullable Meta meta) implements AuthMethod {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthMethodAgent> CODEC = ObjectCodec.of("AuthMethodAgent", type -> {
        var id = type.required("id", AuthMethodId.CODEC, AuthMethodAgent::id);
        var name = type.required("name", Codecs.STRING, AuthMethodAgent::name);
        var description = type.lenient("description", Codecs.STRING, AuthMethodAgent::description);
        var meta = type.lenient("_meta", Meta.CODEC, AuthMethodAgent::meta);
        return in -> new AuthMethodAgent(in.get(id), in.get(name), in.find(description), in.find(meta));
    });

    /** Checks that what is required is there. */
    public AuthMethodAgent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Makes a method without explanation or extra data.
     *
     * @param id its id
     * @param name its name for people
     * @return the method
     */
    public static AuthMethodAgent of(AuthMethodId id, String name) {
        return new AuthMethodAgent(id, name, null, null);
    }
}
