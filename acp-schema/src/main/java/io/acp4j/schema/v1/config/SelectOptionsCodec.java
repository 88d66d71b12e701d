package io.acp4j.schema.v1.config;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import java.util.List;

/** Tells a list of values from a list of groups, which differ only in the shape of their elements. */
final class SelectOptionsCodec extends JsonCodec<SessionConfigSelectOptions> {

    private static final JsonCodec<List<SessionConfigSelectOption>> UNGROUPED =
            Codecs.listOf(SessionConfigSelectOption.CODEC);
    private static final JsonCodec<List<SessionConfigSelectGroup>> GROUPED =
            Codecs.listOf(SessionConfigSelectGroup.CODEC);

    @Override
    public SessionConfigSelectOptions read(JsonReader in) throws IOException {
        if (in.token() != JsonToken.START_ARRAY) {
            throw in.unexpected("an array");
        }
        int from = in.tokenStart();
        boolean grouped = in.parser().nextToken() == JsonToken.START_OBJECT && isGroup(in.parser());
        JsonParser parser = in.parser();
        for (JsonToken token = parser.currentToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            parser.skipChildren();
        }
        try (JsonReader again = in.again(from, in.position())) {
            return grouped
                    ? new SessionConfigSelectOptions.Grouped(GROUPED.read(again))
                    : new SessionConfigSelectOptions.Ungrouped(UNGROUPED.read(again));
        }
    }

    /** Reads one element to its end. What has a value is one, even if it names a group besides. */
    private static boolean isGroup(JsonParser parser) throws IOException {
        boolean group = false;
        boolean value = false;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            group |= name.equals("group");
            value |= name.equals("value");
            parser.nextToken();
            parser.skipChildren();
        }
        return group && !value;
    }

    @Override
    public void write(SessionConfigSelectOptions value, JsonGenerator out) throws IOException {
        if (value instanceof SessionConfigSelectOptions.Grouped grouped) {
            GROUPED.write(grouped.groups(), out);
        } else {
            UNGROUPED.write(value.flatten(), out);
        }
    }
}
