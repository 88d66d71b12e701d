package io.acp4j.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;

/** A codec that fails in the middle of a value, both ways. */
final class Faulty extends JsonCodec<Note> {

    private final Throwable failure;

    Faulty(Throwable failure) {
        this.failure = failure;
    }

    @Override
    public Note read(JsonReader in) throws IOException {
        in.parser().nextToken();
        throw thrown();
    }

    @Override
    public void write(Note value, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeFieldName("half");
        out.writeStartArray();
        throw thrown();
    }

    private RuntimeException thrown() throws IOException {
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof IOException e) {
            throw e;
        }
        return (RuntimeException) failure;
    }
}
