package io.acp4j.tck.internal.jsonrpc;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.wire.Entry;

/**
 * Request ids that the schema allows and that a reader which holds numbers as JavaScript does cannot tell from their neighbours. RFC 8259,
 * section 6, lets readers have such limits, so a subject that rounds an id, or cannot read it, does what it should not rather
 * than what it must not: the requests are sent as something that need not be a message.
 */
public final class LargeIds {

    private static final long[] IDS = {9_007_199_254_740_993L, -9_007_199_254_740_995L, Long.MAX_VALUE};

    private LargeIds() {}

    /** Checks of each of them that it comes back as it was sent. */
    public static void check(Probe probe, Link link, String requirement) throws InterruptedException {
        for (long id : IDS) {
            Entry sent = link.sendRaw(obj("jsonrpc", "2.0", "id", id, "method", "_acp4j/ping", "params", obj())
                    .toString());
            Entry answer = link.await(sent, entry -> entry.kind() == Entry.Kind.RESPONSE);
            probe.check(
                    requirement,
                    answer != null && isSame(answer.at("/id"), id),
                    "the id " + id,
                    answer == null ? "no response" : answer.brief());
            if (answer == null) {
                return;
            }
        }
    }

    private static boolean isSame(JsonNode back, long id) {
        return back.isIntegralNumber() && back.canConvertToLong() && back.longValue() == id;
    }
}
