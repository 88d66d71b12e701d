package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * All that went over one connection.
 *
 * @param entries the messages and notes, in order
 * @param messages how many there were, those included that are not kept
 * @param capabilities what the kit advertised; a missing node before it did
 * @param earlierSessions sessions that scenarios before this one had on the connection
 * @param stream whether the transport was a stream of bytes
 * @param disturbed whether the kit sent what was no message
 * @param errors the end of the subject's error output
 */
public record Recording(
        List<Entry> entries,
        int messages,
        JsonNode capabilities,
        Set<String> earlierSessions,
        boolean stream,
        boolean disturbed,
        String errors) {

    /** A recording that has all messages. */
    public Recording(
            List<Entry> entries,
            JsonNode capabilities,
            Set<String> earlierSessions,
            boolean stream,
            boolean disturbed,
            String errors) {
        this(entries, entries.size(), capabilities, earlierSessions, stream, disturbed, errors);
    }

    /** Returns the version of the protocol that the agent, be it the subject or the kit, has responded with; 1 before it has. */
    public int version() {
        for (Entry entry : entries) {
            if (entry.kind() == Entry.Kind.RESPONSE
                    && entry.at("/result/protocolVersion").isInt()) {
                return entry.at("/result/protocolVersion").asInt();
            }
        }
        return 1;
    }

    /** Messages that are kept of a connection once it has been judged. */
    private static final int MESSAGES = 2_000;

    /**
     * Returns the recording with what a report shows of it, however much the subject has sent: its first messages and the last, and
     * how many were left out between them.
     *
     * @param most bytes that it may take, about
     */
    public Recording excerpt(long most) {
        Deque<Entry> last = new ArrayDeque<>();
        int from = entries.size();
        for (long bytes = 0; from > 0 && last.size() < MESSAGES / 4 && bytes < most / 4; ) {
            Entry entry = entries.get(--from).excerpt();
            bytes += entry.bytes().length;
            last.addFirst(entry);
        }
        List<Entry> kept = new ArrayList<>();
        int next = 0;
        for (long bytes = 0; next < from && next < MESSAGES / 2 && bytes < most / 2; next++) {
            Entry entry = entries.get(next).excerpt();
            bytes += entry.bytes().length;
            kept.add(entry);
        }
        if (next < from) {
            String gap = (from - next) + " messages are left out here";
            long millis = entries.get(next).millis();
            kept.add(new Entry(next, millis, false, Entry.Kind.NOTE, new byte[0], null, gap));
        }
        kept.addAll(last);
        return new Recording(List.copyOf(kept), messages, capabilities, earlierSessions, stream, disturbed, errors);
    }

    /** Returns what the subject sent. */
    public List<Entry> received() {
        return entries.stream().filter(Entry::isFromSubject).toList();
    }

    public List<Entry> received(String method) {
        return entries.stream()
                .filter(entry -> entry.isFromSubject() && entry.method().equals(method))
                .toList();
    }

    /** The request of the kit that a response of the subject belongs to; null when there is none. */
    public @org.jspecify.annotations.Nullable Entry requestOf(Entry response) {
        JsonNode id = response.id();
        for (int i = response.index() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            if (entry.sent() && entry.kind() == Entry.Kind.REQUEST && entry.id().equals(id)) {
                return entry;
            }
        }
        return null;
    }
}
