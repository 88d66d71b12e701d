package io.acp4j.transport.http.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.RequestId;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The keep-alive request of a server to a silent client. A ping frame of HTTP/2 is not passed on by proxies, and HTTP/1.1 has no ping. The
 * transports send, recognize and respond to pings; the engines do not see them. A client that does not support the method responds with an
 * error, which is a sign of life, too.
 */
public final class Ping {

    /** Header of the request for the connection's stream. It states that the client responds to pings. */
    public static final String HEADER = "Acp4j-Keep-Alive";

    /** The value of the header. */
    public static final String HEADER_VALUE = "ping";

    private static final String METHOD = "_acp4j/keep_alive";
    private static final String ID_PREFIX = "_acp4j/keep_alive/";

    private Ping() {}

    /** Returns the request with the specified number. */
    public static OutboundFrame request(long number) {
        RequestId id = RequestId.of(ID_PREFIX + number);
        return new Frame(
                new Envelope(Envelope.Kind.REQUEST, id, METHOD, null),
                "{\"jsonrpc\":\"2.0\",\"id\":\"" + ID_PREFIX + number + "\",\"method\":\"" + METHOD + "\"}");
    }

    /** Returns true if a message is a ping. */
    public static boolean isRequest(MessageHead head) {
        return head.kind() == Envelope.Kind.REQUEST && METHOD.equals(head.method()) && isPing(head.id());
    }

    /** Returns true if a message is the response to a ping. */
    public static boolean isResponse(MessageHead head) {
        return head.kind() == Envelope.Kind.RESPONSE && isPing(head.id());
    }

    private static boolean isPing(@Nullable RequestId id) {
        return id instanceof RequestId.Text text && text.value().matches(ID_PREFIX + "[0-9]{1,19}");
    }

    /** Returns the response to a ping. */
    public static OutboundFrame response(RequestId.Text id) {
        return new Frame(
                new Envelope(Envelope.Kind.RESPONSE, id, null, null),
                "{\"jsonrpc\":\"2.0\",\"id\":\"" + id.value() + "\",\"result\":{}}");
    }

    private record Frame(Envelope envelope, String json) implements OutboundFrame {

        @Override
        public void writeTo(FrameBuffer buffer) throws IOException {
            byte[] bytes = json.getBytes(US_ASCII);
            buffer.append(bytes, 0, bytes.length);
        }
    }
}
