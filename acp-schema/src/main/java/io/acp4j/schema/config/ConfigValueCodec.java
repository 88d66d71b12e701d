package io.acp4j.schema.config;

import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;

/** Reads and writes the bare value; which forms are allowed is for the object around it to say. */
final class ConfigValueCodec extends JsonCodec<SessionConfigValue> {

    static final ConfigValueCodec INSTANCE = new ConfigValueCodec();

    private ConfigValueCodec() {}

    @Override
    public SessionConfigValue read(JsonReader in) throws IOException {
        return switch (in.token()) {
            case VALUE_STRING -> SessionConfigValue.of(SessionConfigValueId.CODEC.read(in));
            case VALUE_TRUE -> SessionConfigValue.of(true);
            case VALUE_FALSE -> SessionConfigValue.of(false);
            default -> throw in.unexpected("a string or a boolean");
        };
    }

    @Override
    public void write(SessionConfigValue value, JsonGenerator out) throws IOException {
        if (value instanceof SessionConfigValue.Choice choice) {
            SessionConfigValueId.CODEC.write(choice.id(), out);
        } else if (value instanceof SessionConfigValue.Switch state) {
            out.writeBoolean(state.on());
        }
    }
}
