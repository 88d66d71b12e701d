package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.tck.internal.jsonrpc.LargeIds;
import io.acp4j.tck.internal.jsonrpc.Malformed;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** JSON-RPC from its edges. */
final class RpcScenarios {

    private static final int MANY = 100;
    private static final int DEEP = 1_000;
    private static final int MILLION = 1_000_000;
    private static final String STRANGE_TEXT = "héllo, e\u0301 – 日本語 – 🙂 – \"quoted\" \\ back – \t tab";

    static final List<Scenario> ALL = List.of(
            scenario("rpc/notifications", "RPC-011", RpcScenarios::notifications),
            scenario("rpc/unknown-method", "RPC-012", RpcScenarios::unknownMethod),
            scenario("rpc/ids", "RPC-013 RPC-014 RPC-015", RpcScenarios::ids),
            scenario("rpc/large-ids", "RPC-035", probe -> LargeIds.check(probe, probe.open(), "RPC-035")),
            scenario("rpc/successful-ids", "RPC-033", RpcScenarios::successfulIds),
            scenario("rpc/ids-again", "RPC-034", RpcScenarios::idsAgain),
            scenario("rpc/spelling", "RPC-016 RPC-017 RPC-018", RpcScenarios::spelling),
            scenario("rpc/not-json", "RPC-019 RPC-020", RpcScenarios::notJson),
            scenario("rpc/no-message", "RPC-021 RPC-022", RpcScenarios::noMessage),
            scenario("rpc/bad-params", "RPC-023 RPC-024 RPC-025", RpcScenarios::badParams),
            scenario("rpc/many", "RPC-026", RpcScenarios::many),
            scenario("rpc/strange-response", "RPC-027", RpcScenarios::strangeResponse),
            scenario("rpc/batch", "RPC-028", RpcScenarios::batch),
            scenario("rpc/deep", "RPC-029", RpcScenarios::deep),
            scenario("rpc/large", "RPC-030", RpcScenarios::large),
            scenario("rpc/text", "RPC-031", RpcScenarios::text));

    private RpcScenarios() {}

    private static void idsAgain(Probe probe) throws InterruptedException {
        Session session = probe.session();
        TextNode id = TextNode.valueOf("acp4j-again");
        for (String time : List.of("first", "second")) {
            Reply reply = session.link().start(id, "_acp4j/ping", obj()).await();
            probe.check("RPC-034", reply.came(), "a response the " + time + " time", reply);
        }
        TextNode ofPrompts = TextNode.valueOf("acp4j-again-prompt");
        for (int i = 0; i < 2 && probe.profile().promptTrouble() == null; i++) {
            Reply reply = session.finish(session.link()
                            .start(ofPrompts, "session/prompt", Session.promptParams(session.id(), "by the same id")))
                    .reply();
            probe.check("RPC-034", reply.isResult(), "a result for each of two prompts in a row", reply);
        }
    }

    private static void notifications(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Entry first = link.notify("_acp4j/note", obj("a", 1));
        link.notify("acp4j/note", obj());
        link.notify("$/acp4j", obj());
        link.notify("session/cancel", obj("sessionId", "acp4j-no-such-session"));
        link.notify("$/cancel_request", obj("requestId", 4_711));
        Reply fence = link.settle();
        List<Entry> responses = link.since(first).stream()
                .filter(entry -> entry.kind() == Entry.Kind.RESPONSE && entry.index() != fence.index())
                .toList();
        probe.check(
                "RPC-011",
                responses.isEmpty(),
                "no response to any of five notifications",
                responses.isEmpty() ? "" : responses.get(0).brief());
    }

    private static void unknownMethod(Probe probe) throws InterruptedException {
        Reply reply = probe.open().call("acp4j/no_such_method", obj());
        probe.check("RPC-012", reply.isError(-32601), "the error -32601", reply);
    }

    private static void ids(Probe probe) throws InterruptedException {
        Link link = probe.open();
        echo(probe, link, "RPC-013", TextNode.valueOf("a-string"));
        echo(probe, link, "RPC-013", TextNode.valueOf("42"));
        echo(probe, link, "RPC-014", LongNode.valueOf(0));
        echo(probe, link, "RPC-014", LongNode.valueOf(-7));
        echo(probe, link, "RPC-014", LongNode.valueOf(9_007_199_254_740_991L));
        echo(probe, link, "RPC-015", TextNode.valueOf(STRANGE_TEXT));
    }

    private static void echo(Probe probe, Link link, String requirement, JsonNode id) throws InterruptedException {
        Reply reply = link.start(id, "_acp4j/ping", obj()).await();
        JsonNode back = reply.at("/id");
        boolean same = id.isTextual() ? back.equals(id) : back.isIntegralNumber() && back.asLong() == id.asLong();
        probe.check(requirement, same, "the id " + id, reply);
    }

    /** Ids of all JSON types that they may have, on requests that succeed. */
    private static void successfulIds(Probe probe) throws InterruptedException {
        Link link = probe.open();
        List<JsonNode> made = List.of(TextNode.valueOf("new-1"), TextNode.valueOf("7"), LongNode.valueOf(-1));
        List<JsonNode> prompted =
                List.of(TextNode.valueOf("turn-1"), LongNode.valueOf(4_000_000_000L), TextNode.valueOf(STRANGE_TEXT));
        for (int i = 0; i < made.size(); i++) {
            Reply session = link.start(made.get(i), "session/new", link.newSessionParams())
                    .await();
            if (link.refusesAnother(session)) {
                // An agent may have one session for each connection.
                link = probe.replace(link);
                session = link.start(made.get(i), "session/new", link.newSessionParams())
                        .await();
                if (link.refusesAnother(session)) {
                    throw NotTestable.anotherSession(session.toString());
                }
            }
            if (session.isError(-32000)) {
                throw new NotTestable("The agent asks for authentication: " + session);
            }
            probe.check("RPC-033", session.isResult(), "a result with the id " + made.get(i), session);
            JsonNode sessionId = session.result().path("sessionId");
            if (sessionId.isTextual() && probe.profile().promptTrouble() == null) {
                JsonNode params = Session.promptParams(sessionId.asText(), "Whatever your id");
                Reply turn =
                        link.start(prompted.get(i), "session/prompt", params).await();
                probe.check("RPC-033", turn.isResult(), "a result with the id " + prompted.get(i), turn);
            }
        }
    }

    private static void spelling(Probe probe) throws InterruptedException {
        Link link = probe.open();
        spelled(probe, link, "RPC-016", 501, "{'params':{},'method':'_acp4j/ping','id':501,'jsonrpc':'2.0'}");
        spelled(
                probe,
                link,
                "RPC-017",
                502,
                "\t{ 'jsonrpc' :\t'2.0' , 'id' : 502 ,  'method' : '_acp4j/ping' , 'params' : { } }\t ");
        spelled(
                probe,
                link,
                "RPC-018",
                503,
                "{'jsonrpc':'2.\\u0030','\\u0069d':503,'method':'\\u005facp4j\\/ping','params':{}}");
    }

    private static void spelled(Probe probe, Link link, String requirement, int id, String message)
            throws InterruptedException {
        Reply reply = link.startExact(LongNode.valueOf(id), message.replace('\'', '"'))
                .await();
        // Any subject responds to its own unknown methods with an error of its own; a parse error says it was not read.
        probe.check(
                requirement,
                reply.came() && !reply.isError(-32700) && !reply.isError(-32600),
                "the response that any request gets",
                reply);
    }

    private static void notJson(Probe probe) throws InterruptedException {
        Link link = probe.open();
        String text = "this is not JSON";
        Entry first = link.sendRaw(text);
        Entry answer = link.ping().came() ? errorSince(link, first, -32700) : null;
        probe.check(
                "RPC-020",
                link.isHttp()
                        || (answer != null
                                && answer.json() != null
                                && answer.at("/id").isNull()),
                "the error -32700 with id null, after the line `" + text + "`",
                answer == null ? "no such response" : answer.brief());
        List<byte[]> lines = new ArrayList<>(Malformed.NOT_JSON);
        for (byte[] line : lines) {
            Entry sent = link.sendRaw(line);
            Reply alive = link.ping();
            probe.check(
                    "RPC-019",
                    alive.came(),
                    "a response to the request after it",
                    "after " + sent.brief() + ": " + alive);
            if (!alive.came()) {
                return;
            }
        }
    }

    /** Returns an error that came since an entry, perhaps after the responses to later requests; null when none came. */
    private static @Nullable Entry errorSince(Link link, Entry first, int code) throws InterruptedException {
        if (!link.isHttp()) {
            link.settleUntilDue(() -> find(link, first, code) != null);
        }
        return find(link, first, code);
    }

    private static @Nullable Entry find(Link link, Entry first, int code) {
        return link.since(first).stream()
                .filter(entry -> entry.at("/error/code").asInt() == code)
                .findFirst()
                .orElse(null);
    }

    private static void noMessage(Probe probe) throws InterruptedException {
        Link link = probe.open();
        for (String line : Malformed.INVALID_REQUESTS) {
            Entry sent = link.sendRaw(line);
            if (!link.ping().came()) {
                break;
            }
            boolean refused = errorSince(link, sent, -32600) != null;
            probe.check("RPC-022", refused || link.isHttp(), "the error -32600 for " + line, "no such response");
            if (!refused && !link.isHttp()) {
                break; // The wait for the error is long, and further lines do not change the result.
            }
        }
        for (String line : Malformed.NO_MESSAGE) {
            link.sendRaw(line);
            Reply alive = link.ping();
            probe.check("RPC-021", alive.came(), "a response to the request after it", "after " + line + ": " + alive);
            if (!alive.came()) {
                return;
            }
        }
    }

    private static void badParams(Probe probe) throws InterruptedException {
        Session session = probe.session();
        Link link = session.link();
        for (List<String> bad : Malformed.badParams(session.id())) {
            Reply reply = link.call(bad.get(0), Json.parse(bad.get(1)));
            String what = bad.get(0) + " with " + bad.get(1) + ": " + reply;
            probe.check("RPC-023", reply.isError(), "an error", what);
            boolean invalid = reply.isError(-32602);
            if (reply.isError() && !link.isHttp() && (invalid || !mayRefuseAnySession(bad.get(0), link))) {
                probe.check("RPC-024", invalid, "the error -32602", what);
            }
        }
        Reply alive = link.ping();
        probe.check("RPC-025", alive.came(), "a response to the request after them", alive);
    }

    /** Returns true if the subject refuses any further session on this connection, so that its error need not refer to the parameters. */
    private static boolean mayRefuseAnySession(String method, Link link) throws InterruptedException {
        return method.equals("session/new") && link.refusesAnother(link.call(method, link.newSessionParams()));
    }

    private static void many(Probe probe) throws InterruptedException {
        Link link = probe.open();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            calls.add(link.start("_acp4j/ping", obj("number", i)));
        }
        int answered = 0;
        for (Call call : calls) {
            answered += call.await().came() ? 1 : 0;
        }
        probe.check("RPC-026", answered == MANY, MANY + " responses", answered);
    }

    private static void strangeResponse(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Entry first = link.send(obj("jsonrpc", "2.0", "id", 88_001, "result", obj()));
        link.send(obj("jsonrpc", "2.0", "id", "88002", "error", obj("code", -32603, "message", "strange")));
        link.settle();
        List<Entry> answers = link.since(first).stream()
                .filter(entry -> entry.kind() == Entry.Kind.RESPONSE
                        && entry.at("/id").asText().startsWith("8800"))
                .toList();
        probe.check(
                "RPC-027",
                answers.isEmpty(),
                "no response",
                answers.isEmpty() ? "" : answers.get(0).brief());
    }

    private static void batch(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Entry first = link.sendRaw(arr(request(601), request(602)).toString());
        Reply alive = link.ping();
        probe.check(
                "RPC-028",
                alive.came() && link.settleUntilDue(() -> isAnswered(link, first)),
                "some response to the batch, and to the request after it",
                alive.came() ? "no response to the batch" : alive);
    }

    /** Returns whether something came since an entry that is no response to a request of its own. */
    private static boolean isAnswered(Link link, Entry first) {
        Set<JsonNode> asked = link.entries().stream()
                .filter(entry -> entry.sent() && entry.index() > first.index())
                .map(entry -> entry.at("/id"))
                .collect(Collectors.toSet());
        return link.since(first).stream().anyMatch(entry -> !asked.contains(entry.at("/id")));
    }

    private static JsonNode request(int id) {
        return obj("jsonrpc", "2.0", "id", id, "method", "_acp4j/ping", "params", obj());
    }

    private static void deep(Probe probe) throws InterruptedException {
        Link link = probe.open();
        link.sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"_acp4j/deep\",\"params\":{\"a\":" + "[".repeat(DEEP)
                + "]".repeat(DEEP) + "}}");
        Reply alive = link.ping();
        probe.check("RPC-029", alive.came(), "a response to the request after it", alive);
    }

    private static void large(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.prompt("A long question: " + "0123456789".repeat(MILLION / 10));
        probe.check("RPC-030", turn.reply().came(), "a response", turn.reply());
    }

    private static void text(Probe probe) throws InterruptedException {
        Turn turn = probe.talkAfterGreeting().act("say " + STRANGE_TEXT).needWords();
        probe.check("RPC-031", turn.said().equals(STRANGE_TEXT), STRANGE_TEXT, turn.said());
    }
}
