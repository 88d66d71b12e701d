package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;

/**
 * All that went over one connection.
 *
 * @param entries the messages and notes, in order
 * @param capabilities what the kit advertised; a missing node before it did
 * @param earlierSessions sessions that scenarios before this one had on the connection
 * @param stream whether the transport was a stream of bytes
 * @param disturbed whether the kit sent what was no message
 * @param errors the end of the subject's error output
 */
public record Recording(
        List<Entry> entries,
        JsonNode capabilities,
        Set<String> earlierSessions,
        boolean stream,
        boolean disturbed,
        String errors) {

    /** What the subject sent. */
    public List<Entry> received() {
        return entries.stream().filter(Entry::isFromSubject).toList();
    }

    public List<Entry> received(String method) {
        return entries.stream()
                .filter(entry -> entry.isFromSubject() && entry.method().equals(method))
                .toList();
    }

    /** The request of the kit that a response of the subject answers; null when there is none. */
    public @org.jspecify.annotations.Nullable Entry requestOf(Entry response) {
        JsonNode id = response.at("/id");
        for (int i = response.index() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            if (entry.sent()
                    && entry.kind() == Entry.Kind.REQUEST
                    && entry.at("/id").equals(id)) {
                return entry;
            }
        }
        return null;
    }
}
