package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationDeclined;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.ElicitationSessionScope;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ClientTest {

    private static final String EVERYTHING = "{\"fs\":{\"readTextFile\":true,\"writeTextFile\":true},\"terminal\":true,"
            + "\"elicitation\":{\"form\":{},\"url\":{}}}";

    /** Calls the client from within a turn, and gives what came of it when the client has done its part. */
    private static <T> T call(String capabilities, Function<SessionClient, T> call, Consumer<RawClient> script) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .sessionIds(() -> new SessionId("s"))
                .onPrompt(turn -> {
                    try {
                        outcome.complete(call.apply(turn.client()));
                    } catch (RuntimeException e) {
                        outcome.completeExceptionally(e);
                    }
                })
                .build();
        try (RawClient client = RawClient.initialized(agent, capabilities)) {
            int prompt = client.prompt(client.newSession(), "x");
            script.accept(client);
            client.result(prompt);
            return outcome.join();
        }
    }

    private static UrlElicitationRequest url() {
        ElicitationScope scope = new ElicitationSessionScope(new SessionId("s"), null);
        return new UrlElicitationRequest(scope, "Log in", new ElicitationId("e"), "https://example.com/", null);
    }

    @Test
    void readsFiles() {
        Consumer<RawClient> script = client -> {
            JsonNode read = client.next("fs/read_text_file");
            assertThat(read.get("params")).isEqualTo(json("{'sessionId':'s','path':'/a'}"));
            client.respond(read, "{\"content\":\"one\"}");
            read = client.next("fs/read_text_file");
            assertThat(read.get("params")).isEqualTo(json("{'sessionId':'s','path':'/b','line':2,'limit':3}"));
            client.respond(read, "{\"content\":\"two\"}");
        };

        String waiting = call(EVERYTHING, c -> c.readTextFile("/a") + c.readTextFile("/b", 2L, 3L), script);
        assertThat(waiting).isEqualTo("onetwo");
        String later = call(
                EVERYTHING,
                c -> c.readTextFileAsync("/a", null, null).join()
                        + c.readTextFileAsync("/b", 2L, 3L).join(),
                script);
        assertThat(later).isEqualTo("onetwo");
    }

    @Test
    void writesFiles() {
        Consumer<RawClient> script = client -> {
            for (int i = 0; i < 2; i++) {
                JsonNode write = client.next("fs/write_text_file");
                assertThat(write.get("params")).isEqualTo(json("{'sessionId':'s','path':'/a','content':'text'}"));
                client.respond(write, i == 0 ? "{}" : "null");
            }
        };
        call(
                EVERYTHING,
                c -> {
                    c.writeTextFile("/a", "text");
                    return c.writeTextFileAsync("/a", "text").join();
                },
                script);
    }

    @Test
    void runsProgramsInTerminals() {
        String about = "{'sessionId':'s','terminalId':'t'}";
        List<Object> seen = call(
                EVERYTHING,
                c -> {
                    try (RemoteTerminal terminal = c.createTerminal("make", "-j", "all")) {
                        TerminalOutputResponse early = terminal.output();
                        terminal.kill();
                        TerminalExitStatus status = terminal.waitForExit();
                        terminal.release();
                        assertThatIllegalStateException().isThrownBy(terminal::output);
                        return List.of(terminal.id().value(), early.output(), early.truncated(), status);
                    }
                },
                client -> {
                    JsonNode create = client.next("terminal/create");
                    assertThat(create.at("/params/command").asText()).isEqualTo("make");
                    assertThat(create.at("/params/args")).isEqualTo(json("['-j','all']"));
                    client.respond(create, "{\"terminalId\":\"t\"}");
                    JsonNode output = client.next("terminal/output");
                    assertThat(output.get("params")).isEqualTo(json(about));
                    client.respond(output, "{\"output\":\"cc\",\"truncated\":true}");
                    client.respond(client.next("terminal/kill"), "{}");
                    client.respond(client.next("terminal/wait_for_exit"), "{\"exitCode\":null,\"signal\":\"TERM\"}");
                    JsonNode release = client.next("terminal/release");
                    assertThat(release.get("params")).isEqualTo(json(about));
                    client.respond(release, "{}");
                });

        assertThat(seen).containsExactly("t", "cc", true, new TerminalExitStatus(null, "TERM", null));
    }

    @Test
    void runsProgramsWithoutWaiting() {
        TerminalExitStatus status = call(
                EVERYTHING,
                c -> c.createTerminalAsync(CreateTerminalRequest.builder(new SessionId("s"), "make")
                                .cwd("/project")
                                .build())
                        .thenCompose(terminal -> terminal.outputAsync()
                                .thenCompose(output -> terminal.killAsync())
                                .thenCompose(killed -> terminal.waitForExitAsync())
                                .thenCompose(end -> terminal.releaseAsync()
                                        .thenCompose(released ->
                                                terminal.releaseAsync().thenApply(again -> end))))
                        .join(),
                client -> {
                    JsonNode create = client.next("terminal/create");
                    assertThat(create.at("/params/cwd").asText()).isEqualTo("/project");
                    client.respond(create, "{\"terminalId\":\"t\"}");
                    client.respond(client.next("terminal/output"), "{\"output\":\"\",\"truncated\":false}");
                    client.respond(client.next("terminal/kill"), "{}");
                    client.respond(client.next("terminal/wait_for_exit"), "{\"exitCode\":2}");
                    client.respond(client.next("terminal/release"), "{}");
                });

        assertThat(status.exitCode()).isEqualTo(2);
    }

    @Test
    void terminalOfAnotherSessionIsRefused() {
        call(
                EVERYTHING,
                c -> {
                    assertThatIllegalArgumentException()
                            .isThrownBy(
                                    () -> c.createTerminal(CreateTerminalRequest.builder(new SessionId("other"), "make")
                                            .build()));
                    return true;
                },
                client -> {});
    }

    @Test
    void asksTheUser() {
        CreateElicitationResponse answer = call(
                EVERYTHING,
                c -> {
                    CreateElicitationResponse response = c.elicit(url());
                    c.completeElicitation(new ElicitationId("e"));
                    return response;
                },
                client -> {
                    JsonNode question = client.next("elicitation/create");
                    assertThat(question.get("params"))
                            .isEqualTo(json("{'sessionId':'s','mode':'url','message':'Log in','elicitationId':'e',"
                                    + "'url':'https://example.com/'}"));
                    client.respond(question, "{\"action\":\"decline\"}");
                    assertThat(client.next("elicitation/complete").get("params"))
                            .isEqualTo(json("{'elicitationId':'e'}"));
                });

        assertThat(answer).isInstanceOf(ElicitationDeclined.class);
    }

    @Test
    void whatIsNotAdvertisedIsNotSent() {
        List<Function<SessionClient, ThrowingCallable>> calls = List.of(
                c -> () -> c.readTextFile("/a"),
                c -> () -> c.readTextFileAsync("/a", null, null),
                c -> () -> c.writeTextFile("/a", ""),
                c -> () -> c.writeTextFileAsync("/a", ""),
                c -> () -> c.createTerminal("make"),
                c -> () -> c.createTerminalAsync(CreateTerminalRequest.builder(new SessionId("s"), "make")
                        .build()),
                c -> () -> c.elicit(url()),
                c -> () -> c.elicitAsync(url()),
                c -> () -> c.completeElicitation(new ElicitationId("e")));
        for (String capabilities : List.of("{}", "{\"elicitation\":{\"form\":{}}}")) {
            call(
                    capabilities,
                    c -> {
                        calls.forEach(each -> assertThatThrownBy(each.apply(c))
                                .isInstanceOf(UnsupportedCapabilityException.class)
                                .hasMessageContaining("clientCapabilities."));
                        return true;
                    },
                    client -> {});
        }
    }

    @Test
    void errorsOfTheClientReachTheCaller() {
        String seen = call(
                EVERYTHING,
                c -> {
                    AcpErrorException blocking = null;
                    try {
                        c.readTextFile("/a");
                    } catch (AcpErrorException e) {
                        blocking = e;
                    }
                    CompletableFuture<String> failing = c.readTextFileAsync("/a", null, null);
                    assertThatThrownBy(() -> failing.get(60, TimeUnit.SECONDS))
                            .hasCauseInstanceOf(AcpErrorException.class);
                    assertThatThrownBy(() -> c.requestPermission(
                                    ToolCallUpdate.builder(new ToolCallId("c")).build(),
                                    List.of(PermissionOption.allowOnce("y", "Y"))))
                            .isInstanceOf(AcpErrorException.class);
                    return blocking + "";
                },
                client -> {
                    client.respondError(client.next(), -32002, "no such file");
                    client.respondError(client.next(), -32002, "no such file");
                    client.respondError(client.next(), -32603, "no user");
                });

        assertThat(seen).contains("-32002").contains("no such file");
    }

    @Test
    void cancellingTheFutureAsksTheClientToCancel() {
        call(
                EVERYTHING,
                c -> {
                    CompletableFuture<String> read = c.readTextFileAsync("/a", null, null);
                    read.cancel(false);
                    assertThatThrownBy(read::join)
                            .isInstanceOfAny(CancellationException.class, CompletionException.class);
                    return true;
                },
                client -> {
                    JsonNode read = client.next("fs/read_text_file");
                    assertThat(client.next("$/cancel_request").at("/params/requestId"))
                            .isEqualTo(read.get("id"));
                });
    }

    @Test
    void extensionsAreCalledTypedAndRaw() {
        RequestMethod<RawJson, RawJson> ask = RequestMethod.extension("_ask", RawJson.CODEC, RawJson.CODEC);
        NotificationMethod<RawJson> tell = NotificationMethod.extension("_tell", RawJson.CODEC);
        RawJson answer = call(
                "{}",
                c -> {
                    c.notify(tell, RawJson.parse("{\"a\":1}"));
                    c.update(new SessionId("elsewhere"), UsageUpdate.of(1, 2));
                    return c.request(ask, RawJson.parse("{\"b\":2}"));
                },
                client -> {
                    assertThat(client.next("_tell").get("params")).isEqualTo(json("{'a':1}"));
                    assertThat(client.next("session/update")
                                    .at("/params/sessionId")
                                    .asText())
                            .isEqualTo("elsewhere");
                    JsonNode question = client.next("_ask");
                    assertThat(question.get("params")).isEqualTo(json("{'b':2}"));
                    client.respond(question, "{\"c\":3}");
                });

        assertThat(answer.toTree()).isEqualTo(json("{'c':3}"));
    }

    @Test
    void methodsOfAgentsAreNotCalled() {
        call(
                "{}",
                c -> {
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> c.request(Methods.SESSION_LIST, ListSessionsRequest.ALL));
                    return true;
                },
                client -> {});
    }
}
