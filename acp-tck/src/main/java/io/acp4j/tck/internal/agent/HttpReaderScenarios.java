package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.HttpEvents;
import io.acp4j.tck.internal.probe.HttpLink;
import io.acp4j.tck.internal.probe.HttpReply;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.UnreadEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What becomes of events that a client does not read at once: some megabytes of them. */
final class HttpReaderScenarios {

    /** Some 9 MB of them: more than the systems at both ends keep for a reader that is not there, which may be 4 MB and more. */
    private static final int CHUNKS = 40_000;

    private static final int SESSIONS = 2;
    private static final int BEGUN = 4 * 1024;

    static final List<Scenario> ALL = List.of(
            scenario("http/slow-readers", "HTTP-037 HTTP-038", HttpReaderScenarios::slowReaders),
            scenario("http/stalled-reader", "HTTP-047", HttpReaderScenarios::stalledReader));

    private HttpReaderScenarios() {}

    /** A session whose stream is open and not read. */
    private record Unread(int prompt, String session, UnreadEvents events) {}

    private static HttpReply prompt(HttpLink link, int id, String session, String words) {
        return link.send(link.post(HttpLink.prompt(id, session, words)));
    }

    private static void slowReaders(Probe probe) throws InterruptedException {
        String cwd = probe.settings().cwd().toString();
        HttpLink link = probe.own().http().open();
        List<Unread> unread = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            String session = link.newSession(cwd);
            UnreadEvents events = link.leaveUnread(session);
            int id = link.freshId();
            unread.add(new Unread(id, session, events));
            prompt(link, id, session, "chunks " + CHUNKS);
        }
        for (Unread each : unread) {
            if (!each.events.await(BEGUN)) {
                probe.check("HTTP-037", false, "something on each of the streams that are not read", "nothing on one");
                return;
            }
        }

        String other = link.newSession(cwd);
        HttpEvents served = link.listen(other);
        int id = link.freshId();
        // As much as there: what is not read has piled up by the end.
        prompt(link, id, other, "chunks " + CHUNKS);
        probe.check(
                "HTTP-037",
                served.awaitResponse(id) != null,
                "a turn of another session while the streams of some are not read",
                "no response");

        for (Unread each : unread) {
            HttpEvents events = each.events.read();
            JsonNode response = events.awaitResponse(each.prompt);
            List<String> texts = texts(events.messages(), each.session);
            boolean gaveUp = response == null && events.hasEnded();
            String lost = lost(texts, gaveUp ? texts.size() : CHUNKS);
            if (gaveUp && lost.isEmpty()) {
                probe.open(
                        "HTTP-038",
                        "the server has ended a stream that was not read for a while, and lost nothing before");
                return;
            }
            probe.check(
                    "HTTP-038",
                    response != null && lost.isEmpty(),
                    "all that was said while nobody read it, and the response",
                    lost + (response == null ? ", and no response" : ""));
        }
    }

    private static void stalledReader(Probe probe) throws InterruptedException {
        Duration limit = probe.settings().stalledReader();
        if (limit == null) {
            throw new NotTestable("the kit was not told how long a reader may stall");
        }
        HttpLink link = probe.own().http().open();
        String session = link.newSession(probe.settings().cwd().toString());
        UnreadEvents events = link.leaveUnread(session);
        int id = link.freshId();
        prompt(link, id, session, "chunks " + CHUNKS);
        if (!events.await(BEGUN)) {
            throw new NotTestable("nothing came on the stream that is not read");
        }
        boolean connectionEnded = link.events().awaitEnd(limit);
        HttpEvents read = events.read();
        JsonNode response = read.awaitResponse(id);
        boolean streamEnded = response == null && read.hasEnded();
        List<String> texts = texts(read.messages(), session);
        String lost = lost(texts, texts.size());
        probe.check(
                "HTTP-047",
                connectionEnded || streamEnded,
                "the end of the connection or of the stream when nothing was read of it for " + limit.toSeconds()
                        + " s",
                response == null ? "neither" : "all that was said, and the response");
        if (connectionEnded || streamEnded) {
            probe.check("HTTP-047", lost.isEmpty(), "nothing left out before the end", lost);
        }
    }

    private static List<String> texts(List<JsonNode> messages, String session) {
        return messages.stream()
                .filter(message -> message.at("/params/sessionId").asText().equals(session))
                .filter(message ->
                        message.at("/params/update/sessionUpdate").asText().equals("agent_message_chunk"))
                .map(message -> message.at("/params/update/content/text").asText())
                .toList();
    }

    /** Returns what is missing of as many chunks as were due; empty when nothing is. */
    private static String lost(List<String> texts, int due) {
        Set<String> said = Set.copyOf(texts);
        List<String> lost = IntStream.rangeClosed(1, due)
                .mapToObj(i -> i + " ")
                .filter(chunk -> !said.contains(chunk))
                .toList();
        return lost.isEmpty()
                ? ""
                : "without " + lost.size() + " of " + due + " chunks, the first of them number "
                        + lost.get(0).strip();
    }
}
