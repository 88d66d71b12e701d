package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.CreateTerminalResponse;
import io.acp4j.schema.terminal.KillTerminalRequest;
import io.acp4j.schema.terminal.KillTerminalResponse;
import io.acp4j.schema.terminal.ReleaseTerminalRequest;
import io.acp4j.schema.terminal.ReleaseTerminalResponse;
import io.acp4j.schema.terminal.TerminalOutputRequest;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.terminal.WaitForTerminalExitRequest;
import io.acp4j.schema.terminal.WaitForTerminalExitResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostServicesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    private void connect(Consumer<AcpClientBuilder> settings) {
        client = agent.connect("{}", settings);
    }

    private JsonNode answer(String method, String params) {
        agent.request("1", method, params);
        return agent.next();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void filesAreReadAndWrittenByTheHandlers() {
        List<String> written = new CopyOnWriteArrayList<>();
        connect(builder -> builder.onReadTextFile((request, context) ->
                        ReadTextFileResponse.of(request.path() + " from " + request.line() + " " + request.limit()))
                .onWriteTextFile((request, context) -> {
                    written.add(request.path() + "=" + request.content());
                    return WriteTextFileResponse.EMPTY;
                }));

        assertThat(answer("fs/read_text_file", "{'sessionId':'s','path':'/a','line':3,'limit':null}")
                        .get("result"))
                .isEqualTo(json("{'content':'/a from 3 null'}"));
        assertThat(answer("fs/write_text_file", "{'sessionId':'s','path':'/b','content':'x'}")
                        .get("result"))
                .isEqualTo(json("{}"));
        assertThat(written).containsExactly("/b=x");
    }

    @Test
    void errorOfAHandlerIsTheAnswer() {
        connect(builder -> builder.onReadTextFile((request, context) -> {
            throw AcpErrorException.notFound("path", request.path());
        }));

        JsonNode answer = answer("fs/read_text_file", "{'sessionId':'s','path':'/a'}");
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32002);
        assertThat(answer.at("/error/data/path").asText()).isEqualTo("/a");
    }

    @Test
    void whatNobodyHandlesIsAnUnknownMethod() {
        connect(builder -> {});

        for (String method : List.of("fs/read_text_file", "terminal/create", "elicitation/create", "_x/y", "no_such")) {
            JsonNode answer = answer(method, "{'sessionId':'s'}");
            assertThat(answer.at("/error/code").asInt()).as(method).isEqualTo(-32601);
        }
    }

    @Test
    void terminalHandlerServesAllFiveMethods() {
        connect(builder -> builder.onTerminal(new Echo()));

        assertThat(answer("terminal/create", "{'sessionId':'s','command':'ls','args':['-l']}")
                        .get("result"))
                .isEqualTo(json("{'terminalId':'ls'}"));
        assertThat(answer("terminal/output", "{'sessionId':'s','terminalId':'ls'}")
                        .get("result"))
                .isEqualTo(json("{'output':'ls','truncated':true}"));
        assertThat(answer("terminal/wait_for_exit", "{'sessionId':'s','terminalId':'ls'}")
                        .get("result"))
                .isEqualTo(json("{'exitCode':3}"));
        assertThat(answer("terminal/kill", "{'sessionId':'s','terminalId':'ls'}")
                        .get("result"))
                .isEqualTo(json("{}"));
        assertThat(answer("terminal/release", "{'sessionId':'s','terminalId':'ls'}")
                        .get("result"))
                .isEqualTo(json("{}"));
    }

    private static final class Echo implements TerminalHandler {
        @Override
        public CreateTerminalResponse create(CreateTerminalRequest request, RequestContext context) {
            return CreateTerminalResponse.of(new TerminalId(request.command()));
        }

        @Override
        public TerminalOutputResponse output(TerminalOutputRequest request, RequestContext context) {
            return new TerminalOutputResponse(request.terminalId().value(), true, null, null);
        }

        @Override
        public WaitForTerminalExitResponse waitForExit(WaitForTerminalExitRequest request, RequestContext context) {
            return new WaitForTerminalExitResponse(3L, null, null);
        }

        @Override
        public KillTerminalResponse kill(KillTerminalRequest request, RequestContext context) {
            return KillTerminalResponse.EMPTY;
        }

        @Override
        public ReleaseTerminalResponse release(ReleaseTerminalRequest request, RequestContext context) {
            return ReleaseTerminalResponse.EMPTY;
        }
    }

    @Test
    void elicitationsGoToTheHandlerOfTheirMode() {
        connect(builder -> builder.onFormElicitation((form, context) -> CreateElicitationResponse.declined())
                .onUrlElicitation((url, context) -> CreateElicitationResponse.accepted()));

        assertThat(answer(
                                "elicitation/create",
                                "{'sessionId':'s','mode':'form','message':'?','requestedSchema':{'type':'object'}}")
                        .get("result"))
                .isEqualTo(json("{'action':'decline'}"));
        assertThat(answer(
                                "elicitation/create",
                                "{'requestId':12,'mode':'url','elicitationId':'e','url':'https://example.com','message':'?'}")
                        .get("result"))
                .isEqualTo(json("{'action':'accept'}"));
    }

    @Test
    void modesThatAreNotAdvertisedAreInvalid() {
        connect(builder -> builder.onFormElicitation((form, context) -> CreateElicitationResponse.declined()));

        assertThat(answer(
                                "elicitation/create",
                                "{'sessionId':'s','mode':'url','elicitationId':'e','url':'https://example.com','message':'?'}")
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
        assertThat(answer("elicitation/create", "{'sessionId':'s','mode':'dance','message':'?'}")
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
    }

    @Test
    void completionIsReportedOnceAndOnlyForKnownVisits() {
        List<ElicitationId> complete = new CopyOnWriteArrayList<>();
        connect(builder -> builder.onUrlElicitation((url, context) -> CreateElicitationResponse.accepted())
                .onElicitationComplete(complete::add));
        agent.notification("elicitation/complete", "{'elicitationId':'stranger'}");
        answer(
                "elicitation/create",
                "{'sessionId':'s','mode':'url','elicitationId':'e1','url':'https://example.com','message':'?'}");
        agent.notification("elicitation/complete", "{'elicitationId':'e1'}");
        agent.notification("elicitation/complete", "{'elicitationId':'e1'}");
        answer(
                "elicitation/create",
                "{'sessionId':'s','mode':'url','elicitationId':'e2','url':'https://example.com','message':'?'}");
        agent.notification("elicitation/complete", "{'elicitationId':'e2'}");

        org.awaitility.Awaitility.await().atMost(PATIENCE).until(() -> complete.size() >= 2);
        assertThat(complete).containsExactly(new ElicitationId("e1"), new ElicitationId("e2"));
    }

    @Test
    void elicitationThatTheAgentCancelsInterruptsItsHandler() throws Exception {
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        connect(builder -> builder.onFormElicitation((form, context) -> {
            asking.countDown();
            try {
                assertThat(new CountDownLatch(1).await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return CreateElicitationResponse.cancelled();
        }));
        agent.request(
                "5",
                "elicitation/create",
                "{'sessionId':'s','mode':'form','message':'?','requestedSchema':{'type':'object'}}");
        assertThat(asking.await(60, TimeUnit.SECONDS)).isTrue();
        agent.notification("$/cancel_request", "{'requestId':5}");

        assertThat(agent.next().at("/error/code").asInt()).isEqualTo(-32800);
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void extensionsAreServedTypedAndRawAndTheRestByTheCatchAll() {
        List<String> notes = new CopyOnWriteArrayList<>();
        connect(builder -> builder.onRequest(
                        RequestMethod.extension("_mine/typed", RawJson.CODEC, RawJson.CODEC),
                        (params, context) -> RawJson.parse("{\"typed\":" + params.toJson() + "}"))
                .onRequestAsync(
                        RequestMethod.extension("_mine/later", RawJson.CODEC, RawJson.CODEC),
                        (params, context) -> CompletableFuture.completedFuture(params))
                .onNotification(
                        NotificationMethod.extension("_mine/note", RawJson.CODEC),
                        (params, connection) -> notes.add(params.toJson()))
                .onOtherRequest((method, params, context) -> RawJson.of(method))
                .onOtherNotification((method, params, connection) -> notes.add(method)));

        assertThat(answer("_mine/typed", "{'a':1}").get("result")).isEqualTo(json("{'typed':{'a':1}}"));
        assertThat(answer("_mine/later", "[1]").get("result")).isEqualTo(json("[1]"));
        assertThat(answer("craft/drainMidTurnQueue", "{}").get("result")).isEqualTo(json("'craft/drainMidTurnQueue'"));
        agent.notification("_mine/note", "{'n':1}");
        agent.notification("qwen/notify/x", "{}");
        org.awaitility.Awaitility.await().atMost(PATIENCE).until(() -> notes.size() == 2);
        assertThat(notes).containsExactly("{\"n\":1}", "qwen/notify/x");
    }
}
