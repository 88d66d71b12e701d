package io.acp4j.schema.config;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.Field;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectDeclaration;
import io.acp4j.schema.json.SchemaException;
import java.util.function.Function;

/**
 * The members that tell what an option is set to; in version 1, {@code type} is there only beside on or off.
 *
 * @param <T> the request
 */
record ConfigValueMembers<T>(Field<T, String> type, Field<T, SessionConfigValue> value) {

    private static final String BOOLEAN = "boolean";

    static <T> ConfigValueMembers<T> of(ObjectDeclaration<T> type, Function<T, SessionConfigValue> value) {
        return new ConfigValueMembers<>(
                type.isV2()
                        ? type.required(
                                "type", Codecs.STRING, request -> isSwitch(value.apply(request)) ? BOOLEAN : "id")
                        : type.lenient(
                                "type", Codecs.STRING, request -> isSwitch(value.apply(request)) ? BOOLEAN : null),
                type.required("value", ConfigValueCodec.INSTANCE, value));
    }

    /** On or off needs its type said; a value id goes with no type or any that is not known. */
    SessionConfigValue read(Members in) throws SchemaException {
        SessionConfigValue read = in.get(value);
        boolean isBoolean = BOOLEAN.equals(in.find(type));
        if (isSwitch(read) && !isBoolean) {
            throw new SchemaException("a boolean is a value only beside type \"boolean\"").within("value");
        }
        if (isBoolean && !isSwitch(read)) {
            throw new SchemaException("expected a boolean, found a string").within("value");
        }
        return read;
    }

    private static boolean isSwitch(SessionConfigValue value) {
        return value instanceof SessionConfigValue.Switch;
    }
}
