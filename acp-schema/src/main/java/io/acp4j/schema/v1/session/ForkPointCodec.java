package io.acp4j.schema.v1.session;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;

/** A message id that must not be empty: an empty one must never pass for none at all. */
final class ForkPointCodec extends JsonCodec<MessageId> {

    static final ForkPointCodec INSTANCE = new ForkPointCodec();

    private ForkPointCodec() {}

    @Override
    public MessageId read(JsonReader in) throws IOException {
        MessageId id = MessageId.CODEC.read(in);
        if (id.value().isEmpty()) {
            throw new SchemaException("expected an id, found an empty string");
        }
        return id;
    }

    @Override
    public void write(MessageId value, JsonGenerator out) throws IOException {
        MessageId.CODEC.write(value, out);
    }
}
