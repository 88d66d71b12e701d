package io.acp4j.schema.permission;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.update.ToolCallUpdate;
import java.io.IOException;

/** What a request of version 1 is about: always a tool call, which stands there without a kind. */
final class ToolCallSubjectCodec extends JsonCodec<RequestPermissionSubject> {

    static final ToolCallSubjectCodec INSTANCE = new ToolCallSubjectCodec();

    private ToolCallSubjectCodec() {}

    @Override
    public RequestPermissionSubject read(JsonReader in) throws IOException {
        return new ToolCallPermissionSubject(ToolCallUpdate.CODEC.read(in), null);
    }

    @Override
    public void write(RequestPermissionSubject value, JsonGenerator out) throws IOException {
        if (!(value instanceof ToolCallPermissionSubject about)) {
            throw new IllegalArgumentException(
                    "in version 1 of the protocol permission is asked for tool calls only, not for a "
                            + value.getClass().getSimpleName());
        }
        ToolCallUpdate.CODEC.write(about.toolCall(), out);
    }
}
