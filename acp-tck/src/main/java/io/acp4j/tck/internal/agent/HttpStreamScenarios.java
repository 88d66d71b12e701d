package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.ResponseHead;
import io.acp4j.tck.internal.probe.HttpEvents;
import io.acp4j.tck.internal.probe.HttpLink;
import io.acp4j.tck.internal.probe.HttpReply;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Json;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What an agent sends as events over HTTP, and on which stream. */
final class HttpStreamScenarios {

    private static final int CONFLICT = 409;
    private static final int CHUNKS = 20;
    private static final int LARGE = 1024 * 1024;

    static final List<Scenario> ALL = List.of(
            scenario("http/connection-stream", "HTTP-020 HTTP-021", HttpStreamScenarios::connectionStream),
            scenario("http/session-stream", "HTTP-022", HttpStreamScenarios::sessionStream),
            scenario("http/late-stream", "HTTP-023", HttpStreamScenarios::lateStream),
            scenario("http/two-sessions", "HTTP-024", HttpStreamScenarios::twoSessions),
            scenario("http/second-stream", "HTTP-025 HTTP-026", HttpStreamScenarios::secondStream),
            scenario("http/permission", "HTTP-027 HTTP-028", HttpStreamScenarios::permission),
            scenario("http/cancel", "HTTP-029", HttpStreamScenarios::cancel),
            scenario("http/cancel-request", "HTTP-030", HttpStreamScenarios::cancelRequest),
            scenario("http/keep-alive", "HTTP-031", HttpStreamScenarios::keepAlive),
            scenario("http/large", "HTTP-032", HttpStreamScenarios::large),
            scenario("http/ids", "HTTP-033", HttpStreamScenarios::ids),
            scenario("http/cut", "HTTP-034", HttpStreamScenarios::cut),
            scenario("http/deleted-in-a-turn", "HTTP-035", HttpStreamScenarios::deletedInATurn));

    private HttpStreamScenarios() {}

    private static String session(Probe probe, HttpLink link) throws InterruptedException {
        return link.newSession(probe.settings().cwd().toString());
    }

    private static HttpReply prompt(HttpLink link, Object id, String session, String words) {
        return link.send(link.post(HttpLink.prompt(id, session, words)));
    }

    private static boolean isChunk(JsonNode message) {
        return message.at("/params/update/sessionUpdate").asText().equals("agent_message_chunk");
    }

    private static String said(List<JsonNode> messages) {
        return messages.stream()
                .filter(HttpStreamScenarios::isChunk)
                .map(message -> message.at("/params/update/content/text").asText())
                .collect(Collectors.joining());
    }

    private static Object shown(@Nullable JsonNode message) {
        return message == null ? "nothing" : message;
    }

    private static void connectionStream(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        int id = link.freshId();
        HttpReply reply = link.send(link.post(HttpLink.request(
                id, "session/new", obj("cwd", probe.settings().cwd().toString(), "mcpServers", arr()))));
        JsonNode response = link.events().awaitResponse(id);
        probe.check(
                "HTTP-020",
                response != null && reply.status() == 202,
                "202, and the response to session/new on the stream of the connection",
                reply + ", and " + shown(response));
        ResponseHead head = link.listen(link.get()
                        .about(
                                response == null
                                        ? "s"
                                        : response.at("/result/sessionId").asText("s"))
                        .with("Accept-Encoding", "gzip, deflate, br"))
                .head();
        probe.check(
                "HTTP-021",
                head.is(HttpCall.EVENTS)
                        && head.header("Cache-Control").contains("no-cache")
                        && head.header("Content-Encoding").isEmpty(),
                "text/event-stream with Cache-Control: no-cache, not compressed",
                "Content-Type " + head.header("Content-Type") + ", Cache-Control " + head.header("Cache-Control")
                        + ", Content-Encoding " + head.header("Content-Encoding"));
    }

    private static void sessionStream(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = session(probe, link);
        HttpEvents events = link.listen(session);
        int id = link.freshId();
        prompt(link, id, session, "chunks " + CHUNKS);
        JsonNode response = events.awaitResponse(id);
        String expected =
                IntStream.rangeClosed(1, CHUNKS).mapToObj(i -> i + " ").collect(Collectors.joining());
        List<JsonNode> messages = events.messages();
        int end = response == null ? messages.size() : messages.indexOf(response);
        String said = said(messages.subList(0, end));
        probe.check(
                "HTTP-022",
                response != null && said.equals(expected),
                "all chunks in order and then the response, on the stream of the session",
                shown(response) + " after \"" + said + "\"");
    }

    private static void lateStream(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = session(probe, link);
        String word = "kept-" + System.nanoTime();
        int id = link.freshId();
        prompt(link, id, session, "say " + word);
        HttpEvents events = link.listen(session);
        JsonNode response = events.awaitResponse(id);
        probe.check(
                "HTTP-023",
                response != null && said(events.messages()).contains(word),
                "what was said before the stream was opened, and the response",
                shown(response) + " after \"" + said(events.messages()) + "\"");
    }

    private static void twoSessions(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        List<String> sessions = List.of(session(probe, link), session(probe, link));
        List<HttpEvents> streams = List.of(link.listen(sessions.get(0)), link.listen(sessions.get(1)));
        for (int i = 0; i < sessions.size(); i++) {
            prompt(link, 700 + i, sessions.get(i), "chunks " + CHUNKS);
        }
        for (int i = 0; i < sessions.size(); i++) {
            JsonNode response = streams.get(i).awaitResponse(700 + i);
            probe.check("HTTP-024", response != null, "the response on the stream of its session", "none");
            String own = sessions.get(i);
            boolean alone = streams.get(i).messages().stream()
                    .filter(message -> message.at("/params/sessionId").isTextual())
                    .allMatch(
                            message -> message.at("/params/sessionId").asText().equals(own));
            probe.check("HTTP-024", alone, "what is about one session only", "an update of another session");
        }
    }

    private static void secondStream(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        HttpReply second = link.send(link.get());
        probe.check("HTTP-025", second.status() == CONFLICT, "409 for a second stream", second);
        int id = link.freshId();
        link.send(link.post(HttpLink.request(id, "_acp4j/ping", obj())));
        probe.check(
                "HTTP-025", link.events().awaitResponse(id) != null, "the first stream to go on", "nothing came on it");
        String session = session(probe, link);
        link.listen(session);
        link.cut();
        // A server may notice the end only when it sends its next sign of life.
        boolean opened = link.awaitStream(session) != null;
        probe.check("HTTP-026", opened, "a new stream for a session whose stream has ended", "none");
    }

    private static HttpEvents listenPatiently(HttpLink link, String session) throws InterruptedException {
        HttpEvents events = link.awaitStream(session);
        if (events == null) {
            throw NotTestable.error("the stream of the session is refused, also when it has been loaded");
        }
        return events;
    }

    private static void permission(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = session(probe, link);
        HttpEvents events = link.listen(session);
        int id = link.freshId();
        prompt(link, id, session, "permission");
        JsonNode asked = events.await(message -> message.path("method").asText().equals("session/request_permission"));
        if (asked == null) {
            throw new NotTestable("No session/request_permission came on the stream of the session");
        }
        JsonNode option = asked.at("/params/options/0/optionId");
        JsonNode response = obj(
                "jsonrpc",
                "2.0",
                "id",
                asked.path("id"),
                "result",
                obj("outcome", obj("outcome", "selected", "optionId", option)));
        HttpReply without = link.send(link.post(response));
        probe.check("HTTP-028", without.isRefused(), "a refusal of a response without the session's header", without);
        HttpReply reply = without.isRefused() ? link.send(link.post(response).about(session)) : without;
        JsonNode end = events.awaitResponse(id);
        probe.check(
                "HTTP-027",
                reply.status() == 202 && end != null,
                "202 for the response to a request of the agent, and the end of the turn",
                reply + ", and " + shown(end));
    }

    private static void cancel(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = session(probe, link);
        HttpEvents events = link.listen(session);
        int id = waiting(link, session, events);
        HttpReply reply = link.send(
                link.post(obj("jsonrpc", "2.0", "method", "session/cancel", "params", obj("sessionId", session))));
        JsonNode end = events.awaitResponse(id);
        probe.check(
                "HTTP-029",
                reply.status() == 202
                        && end != null
                        && end.at("/result/stopReason").asText().equals("cancelled"),
                "202, and the prompt's response on the stream of the session: cancelled",
                reply + ", and " + shown(end));
    }

    private static int waiting(HttpLink link, String session, HttpEvents events) throws InterruptedException {
        int id = link.freshId();
        prompt(link, id, session, "wait");
        if (events.await(HttpStreamScenarios::isChunk) == null) {
            throw new NotTestable("`tck: wait` says nothing");
        }
        return id;
    }

    private static void cancelRequest(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        int id = link.freshId();
        HttpReply reply = link.send(
                link.post(obj("jsonrpc", "2.0", "method", "$/cancel_request", "params", obj("requestId", 4711))));
        link.send(link.post(HttpLink.request(id, "_acp4j/ping", obj())));
        probe.check(
                "HTTP-030",
                reply.status() == 202 && link.events().awaitResponse(id) != null,
                "202 for $/cancel_request, which is about no session, and a response to the request after it",
                reply);
    }

    private static void keepAlive(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        probe.check(
                "HTTP-031",
                link.events().awaitComment(),
                "a comment on a stream on which nothing else comes",
                "nothing within the time for a response");
    }

    private static void large(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = session(probe, link);
        HttpEvents events = link.listen(session);
        int id = link.freshId();
        prompt(link, id, session, "large " + LARGE);
        JsonNode response = events.awaitResponse(id);
        int said = said(events.messages()).length();
        probe.check(
                "HTTP-032",
                response != null && said == LARGE,
                "a message of " + LARGE + " characters in one event",
                said + " characters, then " + shown(response));
    }

    private static void ids(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        for (JsonNode id :
                List.of(Json.node("1"), Json.node(1), Json.node(Long.MAX_VALUE / 1024), Json.node("ünïcödé"))) {
            link.send(link.post(HttpLink.request(id, "_acp4j/ping", obj())));
        }
        for (Object id : List.of("1", 1, Long.MAX_VALUE / 1024, "ünïcödé")) {
            JsonNode wanted = Json.node(id);
            JsonNode response = link.events()
                    .await(message -> !message.has("method")
                            && message.path("id").toString().equals(wanted.toString()));
            probe.check("HTTP-033", response != null, "a response with the id " + wanted, "none");
        }
    }

    private static void cut(Probe probe) throws InterruptedException {
        HttpLink first = probe.own().http().open();
        String session = session(probe, first);
        HttpEvents events = first.listen(session);
        String word = "remembered-" + System.nanoTime();
        int id = first.freshId();
        prompt(first, id, session, "say " + word);
        if (events.awaitResponse(id) == null) {
            throw NotTestable.error("the prompt has no response");
        }
        first.cut();
        HttpLink second = probe.own().http().open();
        HttpEvents early = second.tryListen(session);
        second.send(second.post(HttpLink.request(
                801,
                "session/load",
                obj("sessionId", session, "cwd", probe.settings().cwd().toString(), "mcpServers", arr()))));
        // Some let a session be read only when it has been loaded.
        HttpEvents replay = early == null ? listenPatiently(second, session) : early;
        JsonNode said = replay.await(message -> isChunk(message)
                && message.at("/params/update/content/text").asText().contains(word));
        probe.check(
                "HTTP-034",
                said != null,
                "the history of the session on a new connection, after the old one was cut off",
                replay.messages().size() + " other messages");
    }

    private static void deletedInATurn(Probe probe) throws InterruptedException {
        HttpLink link = probe.own().http().open();
        String session = session(probe, link);
        HttpEvents events = link.listen(session);
        waiting(link, session, events);
        link.send(new HttpCall("DELETE", link.get().headers(), null));
        probe.check("HTTP-035", events.awaitEnd(), "the end of the stream of the session", "it goes on");
        HttpLink next = probe.own().http().open();
        String other = session(probe, next);
        HttpEvents served = next.listen(other);
        prompt(next, 1, other, "say hello");
        probe.check("HTTP-035", served.awaitResponse(1) != null, "a turn on the next connection", "none");
    }
}
