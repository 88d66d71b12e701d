package io.acp4j.tck.internal.jsonrpc;

import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Locale;

/**
 * Characters at which Unicode ends a line and the transport does not: JSON has them in strings as they are. Readers that ask their
 * language for lines cut messages there.
 */
public final class Separators {

    /** NEXT LINE, LINE SEPARATOR and PARAGRAPH SEPARATOR. */
    public static final List<String> ALL = List.of("\u0085", "\u2028", "\u2029");

    private Separators() {}

    /** Returns what a report calls it, such as {@code U+2028}. */
    public static String name(String separator) {
        return String.format(Locale.ROOT, "U+%04X", separator.codePointAt(0));
    }

    /** Checks that a request whose parameters hold one of them gets its response; what is cut gets errors without an id, if any. */
    public static void check(Probe probe, Link link, String requirement) throws InterruptedException {
        for (String separator : ALL) {
            String name = name(separator);
            Entry sent = link.sendRaw(obj(
                            "jsonrpc",
                            "2.0",
                            "id",
                            name,
                            "method",
                            "_acp4j/ping",
                            "params",
                            obj("text", "one" + separator + "two"))
                    .toString());
            Entry answer = link.await(sent, entry -> entry.kind() == Entry.Kind.RESPONSE);
            probe.check(
                    requirement,
                    answer != null && answer.at("/id").asText().equals(name),
                    "a response to a request with " + name + " in a string",
                    answer == null ? "no response" : answer.brief());
            if (answer == null) {
                return;
            }
        }
    }
}
