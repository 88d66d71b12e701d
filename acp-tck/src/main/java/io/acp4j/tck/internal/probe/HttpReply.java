package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.ResponseHead;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.util.Map;

/**
 * What came of a request over HTTP.
 *
 * @param head the head of the response; that of status 0 where there was none
 * @param body the body
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them or changes the bytes.
public record HttpReply(ResponseHead head, byte[] body) {

    static HttpReply none(String reason) {
        return new HttpReply(new ResponseHead("no response: " + reason, 0, Map.of()), new byte[0]);
    }

    /** Returns the status; 0 where there was no response. */
    public int status() {
        return head.status();
    }

    /** Returns whether the request was refused: nothing that is no response counts as a refusal. */
    public boolean isRefused() {
        return status() >= 400 && status() < 600;
    }

    /** Returns the body as JSON; an empty object where it is none. */
    public JsonNode json() {
        try {
            return head.is(HttpCall.JSON) ? Json.read(body) : obj();
        } catch (IOException e) {
            return obj();
        }
    }

    @Override
    public String toString() {
        return head.toString();
    }
}
