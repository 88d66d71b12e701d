package io.acp4j.schema.v1.mode;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One way in which an agent can work in a session.
 *
 * @param id its id
 * @param name its name for people
 * @param description an explanation for people; null when there is none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#sessionmode">the specification</a>
 * @since 0.1.0
 */
public record SessionMode(
        SessionModeId id,
        String name,
        @Nullable String description,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionMode> CODEC = ObjectCodec.of("SessionMode", type -> {
        var id = type.required("id", SessionModeId.CODEC, SessionMode::id);
        var name = type.required("name", Codecs.STRING, SessionMode::name);
        var description = type.lenient("description", Codecs.STRING, SessionMode::description);
        var meta = type.lenient("_meta", Meta.CODEC, SessionMode::meta);
        return in -> new SessionMode(in.get(id), in.get(name), in.find(description), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionMode {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Makes a mode without explanation or extra data.
     *
     * @param id its id
     * @param name its name for people
     * @return the mode
     */
    public static SessionMode of(SessionModeId id, String name) {
        return new SessionMode(id, name, null, null);
    }
}
