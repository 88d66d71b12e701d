package io.acp4j.client.internal.v2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import java.io.IOException;

/** {@code initialize} as it asks for version 2: its response is read as the version that it names has it. */
public final class InitializeMethod {

    /** For a client that goes on in version 1 when the agent wants it: the request has the members of both versions. */
    public static final RequestMethod<InitializeRequest, InitializeResponse> OF_BOTH = method(new BothRequests());

    /** For a client that speaks version 2 only. */
    public static final RequestMethod<InitializeRequest, InitializeResponse> OF_VERSION_2 =
            method(InitializeRequest.CODEC.in(WireVersion.V2));

    private InitializeMethod() {}

    private static RequestMethod<InitializeRequest, InitializeResponse> method(JsonCodec<InitializeRequest> params) {
        JsonCodec<InitializeResponse> result = new EitherResponse();
        return RequestMethod.of(Methods.INITIALIZE.name(), Side.AGENT, () -> params, () -> result);
    }

    private static final class BothRequests extends JsonCodec<InitializeRequest> {

        private static final JsonCodec<InitializeRequest> SECOND = InitializeRequest.CODEC.in(WireVersion.V2);

        @Override
        public InitializeRequest read(JsonReader in) throws IOException {
            return SECOND.read(in);
        }

        @Override
        public void write(InitializeRequest value, JsonGenerator out) throws IOException {
            ObjectNode both = SECOND.toRaw(value).toTree().deepCopy();
            JsonNode first = InitializeRequest.CODEC.toRaw(value).toTree();
            first.properties().forEach(member -> {
                if (!both.has(member.getKey())) {
                    both.set(member.getKey(), member.getValue());
                }
            });
            RawJson.of(both).writeTo(out);
        }
    }

    private static final class EitherResponse extends JsonCodec<InitializeResponse> {

        @Override
        public InitializeResponse read(JsonReader in) throws IOException {
            RawJson response = RawJson.CODEC.read(in);
            JsonNode version = response.toTree().path("protocolVersion");
            WireVersion as =
                    version.isInt() && version.intValue() == WireVersion.V2.number() ? WireVersion.V2 : WireVersion.V1;
            return decode(response, as);
        }

        private static InitializeResponse decode(RawJson response, WireVersion as) throws SchemaException {
            return InitializeResponse.CODEC.in(as).decode(response);
        }

        @Override
        public void write(InitializeResponse value, JsonGenerator out) throws IOException {
            InitializeResponse.CODEC.write(value, out);
        }
    }
}
