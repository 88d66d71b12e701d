package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.http.ClientRequest;
import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.http.ClientTraffic.Treatment;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a client does when the server refuses something, ends something, or takes its time. */
final class HttpFailureScenarios {

    private static final int CONFLICT = 409;

    static final List<Scenario> ALL = List.of(
            HttpStage.play("http/loading", "CLI-HTTP-010 CLI-HTTP-011", traffic -> {}, HttpFailureScenarios::loading),
            HttpStage.play(
                    "http/failed-post",
                    "CLI-HTTP-017 CLI-HTTP-018",
                    traffic -> traffic.rule(HttpFailureScenarios::refusal),
                    HttpFailureScenarios::failedPost),
            lost(401),
            lost(404),
            HttpStage.play(
                    "http/no-http",
                    "CLI-HTTP-020",
                    traffic -> traffic.rule(request -> request.posts("initialize") ? Treatment.status(405) : null),
                    HttpFailureScenarios::noHttp),
            HttpStage.play(
                    "http/ended-stream", "CLI-HTTP-021 CLI-HTTP-022", traffic -> {}, HttpFailureScenarios::endedStream),
            held(),
            HttpStage.play(
                    "http/conflict", "CLI-HTTP-027", HttpFailureScenarios::conflicting, HttpFailureScenarios::conflict),
            HttpStage.play("http/same-ids", "CLI-HTTP-028", traffic -> {}, HttpFailureScenarios::sameIds));

    private HttpFailureScenarios() {}

    private static void loading(Stage stage, ClientTraffic traffic) throws InterruptedException {
        loads(stage, traffic, "CLI-HTTP-010", true);
        loads(stage, traffic, "CLI-HTTP-011", false);
    }

    private static void loads(Stage stage, ClientTraffic traffic, String requirement, boolean onConnection)
            throws InterruptedException {
        traffic.loadsOnConnection(onConnection);
        Driver.Told told = stage.ask(
                "loadSession",
                "session",
                "stored-" + onConnection,
                "cwd",
                stage.link().cwd());
        stage.check(requirement, told.isResult(), "the session", told);
    }

    private static String text(ClientRequest request) {
        return request.message().at("/params/prompt/0/text").asText();
    }

    private static @Nullable Treatment refusal(ClientRequest request) {
        String text = text(request);
        return text.startsWith("refuse ") ? Treatment.status(Integer.parseInt(text.substring(7))) : null;
    }

    private static void failedPost(Stage stage, ClientTraffic traffic) throws InterruptedException {
        String session = stage.session();
        for (String text : List.of("refuse 500", "refuse 502")) {
            Driver.Told told = stage.ask("prompt", "session", session, "text", text);
            stage.check("CLI-HTTP-017", told.isError(), "a failure of the prompt that was refused", told);
        }
        Driver.Told next = stage.turn(session, "hello");
        stage.check("CLI-HTTP-017", next.isResult(), "a turn after that", next);
        long posts = traffic.requests().stream()
                .filter(request -> text(request).equals("refuse 502"))
                .count();
        stage.check("CLI-HTTP-018", posts <= 1, "one POST of the prompt", posts);
    }

    private static Scenario lost(int status) {
        return HttpStage.play(
                "http/lost-" + status,
                "CLI-HTTP-019",
                traffic -> traffic.rule(HttpFailureScenarios::refusal),
                (stage, traffic) -> lost(stage, traffic, status));
    }

    private static void lost(Stage stage, ClientTraffic traffic, int status) throws InterruptedException {
        String session = stage.session();
        Driver.Told told = stage.ask("prompt", "session", session, "text", "refuse " + status);
        stage.check("CLI-HTTP-019", told.isError(), "a failure of the prompt", told);
        int seen = traffic.requests().size();
        stage.ask("newSession", "cwd", stage.link().cwd());
        long more = traffic.requests().stream()
                .skip(seen)
                .filter(request -> request.posts("session/new")
                        && !request.header(HttpCall.CONNECTION_ID).isEmpty())
                .filter(request -> request.header(HttpCall.CONNECTION_ID).equals(idOf(traffic)))
                .count();
        stage.check("CLI-HTTP-019", more == 0, "no further request on a connection that is gone", more);
    }

    /** Returns the id of the first connection. */
    private static String idOf(ClientTraffic traffic) {
        ClientRequest first =
                traffic.first(request -> !request.header(HttpCall.CONNECTION_ID).isEmpty());
        return first == null ? "" : first.header(HttpCall.CONNECTION_ID);
    }

    private static void noHttp(Stage stage, ClientTraffic traffic) throws InterruptedException {
        Driver.Told told = stage.ask("newSession", "cwd", stage.link().cwd());
        boolean reported = told.isError() || told.absence().startsWith("the driver is gone");
        stage.check("CLI-HTTP-020", reported, "a failure, or the end of the client", told);
    }

    private static void endedStream(Stage stage, ClientTraffic traffic) throws InterruptedException {
        Turn one = stage.prompt(stage.session(), "hello");
        Turn other = stage.prompt(stage.session(), "hello");
        traffic.streams().end(one.session());
        Driver.Told told = other.end("end_turn");
        stage.check("CLI-HTTP-021", told.isResult(), "the end of the turn in the other session", told);
        stage.agent().end(stage.link(), one.session(), one.prompt(), "end_turn");
        Driver.Told cut = one.command().await();
        stage.check("CLI-HTTP-022", cut.came(), "a failure of the prompt, or the stream opened again", cut);
        if (cut.came()) {
            Driver.Told next = stage.turn(one.session(), "again");
            stage.check("CLI-HTTP-021", next.isResult(), "a turn in the session whose stream was ended", next);
        }
    }

    private static Scenario held() {
        return Scenario.scenario("client/http/held-post", "CLI-HTTP-023", probe -> {
            CompletableFuture<Void> release = new CompletableFuture<>();
            ClientTraffic traffic = new ClientTraffic()
                    .rule(request -> request.posts("session/prompt") ? Treatment.held(release) : null);
            var answers = Stage.responders(PlayedAgent.of(probe.dialect()), obj());
            held(Stage.meet(probe, probe.connect(answers, traffic)), release);
        });
    }

    private static void held(Stage stage, CompletableFuture<Void> release) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "hello");
        Reply reply = stage.call("_acp4j/ping", obj("sessionId", turn.session()));
        release.complete(null);
        stage.check("CLI-HTTP-023", reply.came(), "a response while the prompt's POST is held", reply);
        turn.end("end_turn");
    }

    private static void conflicting(ClientTraffic traffic) {
        Map<String, Integer> asked = new ConcurrentHashMap<>();
        traffic.rule(request -> {
            String session = request.header(HttpCall.SESSION_ID);
            boolean asks = request.method().equals("GET") && !session.isEmpty();
            // A client may ask when it hears of the session, and once more for its prompt: that alone is not asking
            // again.
            return asks && asked.merge(session, 1, Integer::sum) <= 2 ? Treatment.status(CONFLICT) : null;
        });
    }

    private static void conflict(Stage stage, ClientTraffic traffic) throws InterruptedException {
        Driver.Told told = stage.turn(stage.session(), "hello");
        stage.check("CLI-HTTP-027", told.isResult(), "the end of a turn, after another GET", told);
    }

    private static void sameIds(Stage stage, ClientTraffic traffic) throws InterruptedException {
        Turn turn = stage.received(stage.session(), "hello");
        Call call = stage.link().start(turn.prompt().at("/id"), "_acp4j/ping", obj("sessionId", turn.session()));
        Reply reply = call.await();
        stage.check("CLI-HTTP-028", reply.came(), "a response to the agent's request with the id of the prompt", reply);
        stage.agent().begin(stage.link(), turn.session(), turn.prompt());
        Driver.Told told = turn.end("end_turn");
        stage.check("CLI-HTTP-028", told.isResult(), "the end of the turn", told);
    }
}
