package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import java.io.IOException;
import java.io.Serial;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Jackson's binding of Java values, which knows the types that have a codec; loaded only when somebody asks for a tree or
 * a bean.
 */
final class Databind {

    /** Maximum depth of a tree that can be traversed safely. */
    private static final int MAX_DEPTH = 1000;

    /** Reads messages that a connection has already accepted. Its limits may be larger than the defaults. */
    static final ObjectMapper MAPPER =
            new ObjectMapper(JsonReader.factory(MAX_DEPTH, Integer.MAX_VALUE)).registerModule(new CodecModule());

    private Databind() {}

    /** Finds the codec of a class: that of the union it is a variant of, so that the discriminator is written, or its own. */
    static @Nullable JsonCodec<?> codecOf(Class<?> type) {
        for (Class<?> union : type.getInterfaces()) {
            JsonCodec<?> codec = declaredCodec(union);
            if (codec != null) {
                return codec;
            }
        }
        return declaredCodec(type);
    }

    private static @Nullable JsonCodec<?> declaredCodec(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (field.getName().equals("CODEC") && JsonCodec.class.isAssignableFrom(field.getType())) {
                try {
                    return (JsonCodec<?>) field.get(null);
                } catch (IllegalAccessException e) {
                    // A type that keeps its codec to itself is bound like any other.
                    return null;
                }
            }
        }
        return null;
    }

    private static final class CodecModule extends SimpleModule {

        @Serial
        private static final long serialVersionUID = 1L;

        CodecModule() {
            super("acp4j-codecs");
            setSerializerModifier(new CodecSerializers());
        }
    }

    private static final class CodecSerializers extends BeanSerializerModifier {

        @Serial
        private static final long serialVersionUID = 1L;

        @Override
        public JsonSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription bean, JsonSerializer<?> serializer) {
            JsonCodec<?> codec = codecOf(bean.getBeanClass());
            return codec == null ? serializer : new CodecSerializer<>(codec);
        }
    }

    private static final class CodecSerializer<T> extends JsonSerializer<Object> {

        private final JsonCodec<T> codec;

        CodecSerializer(JsonCodec<T> codec) {
            this.codec = codec;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec was found in the value's own class
        public void serialize(Object value, JsonGenerator out, SerializerProvider serializers) throws IOException {
            codec.write((T) value, out);
        }
    }
}
