package io.acp4j.schema.v1.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message to the user that is no part of the conversation; it may never be seen.
 *
 * <p>Sent only to clients that advertise {@code session.notices}.
 *
 * @param severity how urgently it should be shown
 * @param title what it says, in plain text; not empty
 * @param description details or advice, in plain text; null when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/session-notices">the specification</a>
 * @since 0.1.0
 */
public record Notice(
        NoticeSeverity severity,
        String title,
        @Nullable String description,
        @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<Notice> CODEC = ObjectCodec.of("Notice", type -> {
        var severity = type.required("severity", NoticeSeverity.CODEC, Notice::severity);
        var title = type.required("title", Codecs.STRING, Notice::title);
        var description = type.lenient("description", Codecs.STRING, Notice::description);
        var meta = type.lenient("_meta", Meta.CODEC, Notice::meta);
        return in -> new Notice(in.get(severity), in.get(title), in.find(description), in.find(meta));
    });

    /** Checks that what is required is there. */
    public Notice {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(title, "title");
    }

    /**
     * Makes a notice without details.
     *
     * @param severity how urgently it should be shown
     * @param title what it says
     * @return the notice
     */
    public static Notice of(NoticeSeverity severity, String title) {
        return new Notice(severity, title, null, null);
    }
}
