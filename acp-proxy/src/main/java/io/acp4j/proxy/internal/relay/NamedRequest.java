package io.acp4j.proxy.internal.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** A question to the user that belongs to a request names it by its id, which is another one at each hop. */
final class NamedRequest {

    private static final String METHOD = Methods.ELICITATION_CREATE.name();
    private static final String MEMBER = "requestId";

    private NamedRequest() {}

    /**
     * Returns the parameters to pass on.
     *
     * @param from where the question comes from, and the request was passed on to
     * @param to where the question goes, and the request came from
     * @param params what an interceptor has put in the place of the parameters; null when nothing
     * @return parameters with the id that the request has at the target; what was given when they name no request
     * @throws NoMessageException when they name a request that has no id there: it has a response, or never was
     */
    static @Nullable RawJson translated(
            JsonFactory json, Hop from, Hop to, Scan call, @Nullable RequestId id, @Nullable RawJson params)
            throws NoMessageException {
        if (!METHOD.equals(call.method) || id == null || (params == null && !call.params.exists())) {
            return params;
        }
        byte[] bytes = params == null ? call.buffer : params.toBytes();
        Scan.Span span = params == null ? call.params : new Scan.Span(0, bytes.length);
        IdMember member = find(json, bytes, span);
        if (member == null || member.id() instanceof RequestId.Null) {
            return params;
        }
        Pending request = from.findSent(member.id());
        if (request == null || request.origin() != to) {
            throw new NoMessageException(
                    ErrorCode.INVALID_PARAMS, "/params/" + MEMBER + ": the request has a response, or never was", id);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(span.length() + 16);
        out.write(bytes, span.from(), member.at().from() - span.from());
        out.writeBytes(request.originIdJson());
        out.write(bytes, member.at().to(), span.to() - member.at().to());
        return RawJson.parse(out.toString(UTF_8));
    }

    private static @Nullable IdMember find(JsonFactory json, byte[] bytes, Scan.Span span) {
        try {
            return IdMember.find(json, bytes, span, MEMBER);
        } catch (NoMessageException e) {
            return null; // no id: the receiver is the one to say so
        }
    }
}
