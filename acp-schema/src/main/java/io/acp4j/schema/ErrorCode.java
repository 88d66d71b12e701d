package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;

/**
 * The number that tells what kind of error a response reports; any number is allowed.
 *
 * @param value the number on the wire
 * @see <a href="https://agentclientprotocol.com/protocol/v1/error">the specification</a>
 * @since 0.1.0
 */
public record ErrorCode(int value) {

    /** The peer received something that is not JSON. */
    public static final ErrorCode PARSE_ERROR = new ErrorCode(-32700);

    /** The JSON is no valid JSON-RPC message, or not valid at this moment. */
    public static final ErrorCode INVALID_REQUEST = new ErrorCode(-32600);

    /** The peer has no such method. */
    public static final ErrorCode METHOD_NOT_FOUND = new ErrorCode(-32601);

    /** The parameters are not what the method takes. */
    public static final ErrorCode INVALID_PARAMS = new ErrorCode(-32602);

    /** The peer failed for a reason of its own. */
    public static final ErrorCode INTERNAL_ERROR = new ErrorCode(-32603);

    /** The request was cancelled before it had a result. */
    public static final ErrorCode REQUEST_CANCELLED = new ErrorCode(-32800);

    /** The agent wants the client to authenticate first; the code stands for nothing else. */
    public static final ErrorCode AUTH_REQUIRED = new ErrorCode(-32000);

    /** A session, a file or another named thing does not exist. */
    public static final ErrorCode RESOURCE_NOT_FOUND = new ErrorCode(-32002);

    /** The agent speaks no version of the protocol that the client could use. */
    @Unstable("protocol-version-2")
    public static final ErrorCode UNSUPPORTED_PROTOCOL_VERSION = new ErrorCode(-32022);

    /** Reads and writes the number. */
    public static final JsonCodec<ErrorCode> CODEC = Codecs.wrapping(Codecs.INT32, ErrorCode::new, ErrorCode::value);

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
