package io.acp4j.rpc.internal.message;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code _meta} of parameters of any type, for those who watch requests. */
public final class ParamsMeta {

    private static final Logger LOG = LoggerFactory.getLogger(ParamsMeta.class);

    private static final String META = "_meta";
    private static final Meta NONE = Meta.of(Map.of());

    private ParamsMeta() {}

    /** Finds the {@code _meta} in the parameters of a frame that has been decoded before; empty when there is none. */
    public static Meta of(byte[] buffer, int offset, int length) {
        try (JsonReader in = JsonReader.over(buffer, offset, length)) {
            in.start();
            return enter(in, "params") && enter(in, META) ? Meta.CODEC.read(in) : NONE;
        } catch (IOException e) {
            // What is wrong with the frame has had its response, or gets it, from those whose business it is.
            LOG.debug("the _meta of a request cannot be read");
            return NONE;
        }
    }

    /** Goes to the value of a member of the current object; false when it has no such object. */
    private static boolean enter(JsonReader in, String member) throws IOException {
        JsonParser parser = in.parser();
        String name;
        while ((name = parser.nextFieldName()) != null) {
            parser.nextToken();
            if (name.equals(member)) {
                return in.token() == JsonToken.START_OBJECT;
            }
            in.skipValue();
        }
        return false;
    }

    /** Makes a codec that adds members to the {@code _meta} of what it writes. */
    public static <P> JsonCodec<P> adding(Map<String, String> members, JsonCodec<P> codec) {
        return new Adding<>(members, codec);
    }

    private static final class Adding<P> extends JsonCodec<P> {

        private final Map<String, String> added;
        private final JsonCodec<P> codec;

        Adding(Map<String, String> added, JsonCodec<P> codec) {
            this.added = added;
            this.codec = codec;
        }

        @Override
        public P read(JsonReader in) throws IOException {
            return codec.read(in);
        }

        @Override
        public void write(P value, JsonGenerator out) throws IOException {
            byte[] plain = codec.encode(value);
            try (JsonReader in = JsonReader.over(plain, 0, plain.length)) {
                in.start();
                if (in.token() == JsonToken.START_OBJECT) {
                    copy(in, out);
                } else {
                    in.raw().writeTo(out);
                }
            }
        }

        private void copy(JsonReader in, JsonGenerator out) throws IOException {
            Meta meta = NONE;
            JsonParser parser = in.parser();
            out.writeStartObject();
            String name;
            while ((name = parser.nextFieldName()) != null) {
                parser.nextToken();
                if (name.equals(META) && in.token() == JsonToken.START_OBJECT) {
                    meta = Meta.CODEC.read(in);
                } else if (name.equals(META)) {
                    in.skipValue();
                } else {
                    out.writeFieldName(name);
                    in.raw().writeTo(out);
                }
            }
            for (Map.Entry<String, String> member : added.entrySet()) {
                meta = meta.with(member.getKey(), member.getValue());
            }
            out.writeFieldName(META);
            Meta.CODEC.write(meta, out);
            out.writeEndObject();
        }
    }
}
