package io.acp4j.schema.elicitation;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import java.util.List;

/** Distinguishes the kinds of entered values by the kind of JSON value. */
final class ContentValueCodec extends JsonCodec<ElicitationContentValue> {

    private static final JsonCodec<List<String>> STRINGS = Codecs.listOf(Codecs.STRING);

    @Override
    public ElicitationContentValue read(JsonReader in) throws IOException {
        return switch (in.token()) {
            case VALUE_STRING -> ElicitationContentValue.of(Codecs.STRING.read(in));
            case VALUE_NUMBER_INT ->
                in.parser().getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? ElicitationContentValue.of((double) Codecs.DOUBLE.read(in))
                        : ElicitationContentValue.of((long) Codecs.INT64.read(in));
            case VALUE_NUMBER_FLOAT -> ElicitationContentValue.of((double) Codecs.DOUBLE.read(in));
            case VALUE_TRUE -> ElicitationContentValue.of(true);
            case VALUE_FALSE -> ElicitationContentValue.of(false);
            case START_ARRAY -> ElicitationContentValue.of(STRINGS.read(in));
            default -> throw in.unexpected("a string, a number, a boolean or an array of strings");
        };
    }

    @Override
    public void write(ElicitationContentValue value, JsonGenerator out) throws IOException {
        if (value instanceof ElicitationContentValue.StringValue text) {
            out.writeString(text.value());
        } else if (value instanceof ElicitationContentValue.IntegerValue number) {
            out.writeNumber(number.value());
        } else if (value instanceof ElicitationContentValue.NumberValue number) {
            out.writeNumber(number.value());
        } else if (value instanceof ElicitationContentValue.BooleanValue bool) {
            out.writeBoolean(bool.value());
        } else if (value instanceof ElicitationContentValue.StringListValue list) {
            STRINGS.write(list.value(), out);
        } else {
            throw new IllegalArgumentException(value.getClass().getName() + " is no value of this union");
        }
    }
}
