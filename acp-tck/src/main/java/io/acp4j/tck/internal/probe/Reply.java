package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.HttpRefusal;
import org.jspecify.annotations.Nullable;

/**
 * What came back for a request, if anything did.
 *
 * @param entry the response; null when there was none
 * @param absence why there is none; empty otherwise
 */
public record Reply(@Nullable Entry entry, String absence) {

    static Reply of(Entry entry) {
        return new Reply(entry, "");
    }

    static Reply none(String reason) {
        return new Reply(null, reason);
    }

    public boolean came() {
        return entry != null;
    }

    public boolean isResult() {
        return entry != null && entry.json() != null && entry.json().has("result") && !isError();
    }

    public boolean isError() {
        return entry != null && entry.at("/error").isObject();
    }

    /** Returns whether the server said by a status that it did not do what was asked, so that the error has no code of the subject's. */
    public boolean isRefusedByStatus() {
        JsonNode json = entry == null ? null : entry.json();
        return json != null && HttpRefusal.status(json) != 0;
    }

    public JsonNode result() {
        return at("/result");
    }

    /** The error's code; 0 when there is no error or no code. */
    public int code() {
        return at("/error/code").asInt(0);
    }

    public boolean isError(int code) {
        return isError() && code() == code;
    }

    public JsonNode at(String pointer) {
        return entry == null ? MissingNode.getInstance() : entry.at(pointer);
    }

    /** Returns the result, or ends the scenario. */
    public JsonNode need(String what) {
        if (!isResult()) {
            throw NotTestable.error(what + " did not succeed: " + this);
        }
        return result();
    }

    /** Returns how long the response took, in milliseconds; 0 when there was none. */
    public long millisAfter(Call call) {
        return entry == null ? 0 : entry.millis() - call.sent().millis();
    }

    /** The place in the transcript; the end of it when there was no response. */
    public int index() {
        return entry == null ? Integer.MAX_VALUE : entry.index();
    }

    @Override
    public String toString() {
        return entry == null ? absence : entry.brief();
    }
}
