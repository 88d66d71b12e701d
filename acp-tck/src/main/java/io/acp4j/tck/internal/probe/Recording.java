package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
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

    /** Returns the version of the protocol that the agent, be it the subject or the kit, has answered with; 1 before it has. */
    public int version() {
        for (Entry entry : entries) {
            JsonNode version = entry.at("/result/protocolVersion");
            if (entry.kind() == Entry.Kind.RESPONSE && version.isInt()) {
                return version.asInt();
            }
        }
        return 1;
    }

    /** Messages and characters of them that are kept of a connection once it has been judged. */
    private static final int MESSAGES = 2_000;

    private static final int BYTES = 256 * 1024;

    /**
     * Returns the recording with what a report shows of it: its first messages, as many as take up little memory, however much
     * the subject has sent.
     */
    public Recording excerpt() {
        List<Entry> kept = new ArrayList<>();
        int bytes = 0;
        for (Entry entry : entries) {
            if (kept.size() == MESSAGES || bytes > BYTES) {
                break;
            }
            Entry excerpt = entry.excerpt();
            bytes += excerpt.bytes().length;
            kept.add(excerpt);
        }
        return new Recording(List.copyOf(kept), messages, capabilities, earlierSessions, stream, disturbed, errors);
    }

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
