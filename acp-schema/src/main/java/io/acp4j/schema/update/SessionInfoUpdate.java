package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import java.util.Objects;

/**
 * What has changed about how a session is listed.
 *
 * @param title its name for people
 * @param updatedAt when it was last active, as the agent writes it (ISO 8601)
 * @param meta extra data; a patch of its own by name
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list#updating-session-metadata">the specification</a>
 * @since 0.1.0
 */
public record SessionInfoUpdate(Patch<String> title, Patch<String> updatedAt, Patch<Meta> meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<SessionInfoUpdate> CODEC = ObjectCodec.of("SessionInfoUpdate", type -> {
        var title = type.patch("title", Codecs.STRING, SessionInfoUpdate::title);
        var updatedAt = type.patch("updatedAt", Codecs.STRING, SessionInfoUpdate::updatedAt);
        var meta = type.isV2()
                ? type.patch("_meta", Meta.CODEC, SessionInfoUpdate::meta)
                : type.lenientPatch("_meta", Meta.CODEC, SessionInfoUpdate::meta);
        return in -> new SessionInfoUpdate(in.get(title), in.get(updatedAt), in.get(meta));
    });

    /** Checks that what is required is there. */
    public SessionInfoUpdate {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(updatedAt, "updatedAt");
        Objects.requireNonNull(meta, "meta");
    }

    /**
     * Makes an update of the title only.
     *
     * @param title the new title
     * @return the update
     */
    public static SessionInfoUpdate title(String title) {
        return new SessionInfoUpdate(Patch.of(title), Patch.unchanged(), Patch.unchanged());
    }
}
