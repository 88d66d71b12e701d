package io.acp4j.schema.config;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.WireVersion;
import java.io.IOException;
import java.util.List;

/** Distinguishes a list of values from a list of groups, which differ only in the shape of their elements. */
final class SelectOptionsCodec extends JsonCodec<SessionConfigSelectOptions> {

    private final WireVersion version;
    private final JsonCodec<List<SessionConfigSelectOption>> ungrouped;
    private final JsonCodec<List<SessionConfigSelectGroup>> grouped;

    SelectOptionsCodec() {
        this(WireVersion.V1);
    }

    private SelectOptionsCodec(WireVersion version) {
        this.version = version;
        this.ungrouped = Codecs.listOf(SessionConfigSelectOption.CODEC.in(version));
        this.grouped = Codecs.listOf(SessionConfigSelectGroup.CODEC.in(version));
    }

    @Override
    public JsonCodec<SessionConfigSelectOptions> in(WireVersion wanted) {
        return wanted == version ? this : new SelectOptionsCodec(wanted);
    }

    @Override
    public SessionConfigSelectOptions read(JsonReader in) throws IOException {
        if (in.token() != JsonToken.START_ARRAY) {
            throw in.unexpected("an array");
        }
        int from = in.tokenStart();
        boolean isGrouped = in.parser().nextToken() == JsonToken.START_OBJECT && isGroup(in.parser());
        JsonParser parser = in.parser();
        for (JsonToken token = parser.currentToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            parser.skipChildren();
        }
        try (JsonReader again = in.again(from, in.position())) {
            return isGrouped
                    ? new SessionConfigSelectOptions.Grouped(grouped.read(again))
                    : new SessionConfigSelectOptions.Ungrouped(ungrouped.read(again));
        }
    }

    /** Reads one element to its end. What has a value is one, even if it names a group besides. */
    private boolean isGroup(JsonParser parser) throws IOException {
        boolean group = false;
        boolean value = false;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            group |= name.equals(version == WireVersion.V1 ? "group" : "groupId");
            value |= name.equals("value");
            parser.nextToken();
            parser.skipChildren();
        }
        return group && !value;
    }

    @Override
    public void write(SessionConfigSelectOptions value, JsonGenerator out) throws IOException {
        if (value instanceof SessionConfigSelectOptions.Grouped groups) {
            grouped.write(groups.groups(), out);
        } else {
            ungrouped.write(value.flatten(), out);
        }
    }
}
