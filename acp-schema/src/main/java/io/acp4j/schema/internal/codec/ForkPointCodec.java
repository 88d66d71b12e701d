package io.acp4j.schema.internal.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A message id that must not be empty: an empty one must never pass for none at all. */
public final class ForkPointCodec extends JsonCodec<MessageId> {

    /** The codec. */
    public static final ForkPointCodec INSTANCE = new ForkPointCodec();

    private ForkPointCodec() {}

    /**
     * Checks the id of a fork point.
     *
     * @param id the id; null when the whole session is forked
     * @throws IllegalArgumentException when it is empty
     */
    public static void requireNotEmpty(@Nullable MessageId id) {
        if (id != null && id.value().isEmpty()) {
            throw new IllegalArgumentException("a fork point is named by an id that is not empty");
        }
    }

    @Override
    public MessageId read(JsonReader in) throws IOException {
        MessageId id = MessageId.CODEC.read(in);
        if (id.value().isEmpty()) {
            throw new SchemaException("expected an id, found an empty string", "unknown_message");
        }
        return id;
    }

    @Override
    public void write(MessageId value, JsonGenerator out) throws IOException {
        MessageId.CODEC.write(value, out);
    }
}
