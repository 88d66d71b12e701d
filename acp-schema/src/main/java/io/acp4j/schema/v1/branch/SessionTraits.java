package io.acp4j.schema.v1.branch;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells what sort of session it is, where that limits what may be done with it.
 *
 * <p>Carried in the {@code _meta} of {@code SessionInfo} and of the answers that open sessions.
 *
 * @param kind what it is for; a conversation unless the agent says otherwise
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionTraits(SessionKind kind) {

    /** The name of the member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/session";

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionTraits> CODEC = ObjectCodec.of("SessionTraits", type -> {
        var kind = type.lenient("kind", SessionKind.CODEC, SessionTraits::kind, SessionKind.CHAT);
        return in -> new SessionTraits(in.get(kind));
    });

    /** Checks that what is required is there. */
    public SessionTraits {
        Objects.requireNonNull(kind, "kind");
    }

    /**
     * Finds the traits among extra data.
     *
     * @param meta the {@code _meta} of a session in a list or of an answer that opens one; may be null
     * @return the traits; null when there is none or it is malformed
     */
    public static @Nullable SessionTraits of(@Nullable Meta meta) {
        return MetaMember.find(meta, KEY, CODEC);
    }

    /**
     * Puts the traits among extra data.
     *
     * @param meta what is there already, which is kept; may be null
     * @return extra data with this under {@link #KEY}
     */
    public Meta into(@Nullable Meta meta) {
        return MetaMember.put(meta, KEY, CODEC.toRaw(this));
    }
}
