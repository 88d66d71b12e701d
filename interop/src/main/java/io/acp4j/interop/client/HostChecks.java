package io.acp4j.interop.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.interop.client.Agents.Peer;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationPropertySchema;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.update.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Checks of what the agent asks of our client: permission, files, terminals, elicitation. */
final class HostChecks {

    private HostChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("permission-selected", HostChecks::permissionSelected),
                new Check("permission-error", HostChecks::permissionError),
                new Check("permission-cancelled-with-the-turn", HostChecks::permissionCancelledWithTheTurn),
                new Check("read-file", HostChecks::readFile),
                new Check("read-part-of-file", HostChecks::readPartOfFile),
                new Check("read-missing-file", HostChecks::readMissingFile),
                new Check("write-file", HostChecks::writeFile),
                new Check("write-error", HostChecks::writeError),
                new Check("terminal", HostChecks::terminal),
                new Check("terminal-exit-code", HostChecks::terminalExitCode),
                new Check("terminal-truncates", HostChecks::terminalTruncates),
                new Check("terminal-kill", HostChecks::terminalKill),
                new Check("elicit-accept", HostChecks::elicitAccept),
                new Check("elicit-decline-and-cancel", HostChecks::elicitDeclineAndCancel),
                new Check("elicit-url", HostChecks::elicitUrl));
    }

    private static void permissionSelected(Agents agents) {
        Peer peer = agents.shared();
        BlockingQueue<RequestPermissionRequest> asked = new ArrayBlockingQueue<>(1);
        peer.host().permission = (request, context) -> {
            asked.add(request);
            return RequestPermissionResponse.selected(new PermissionOptionId("reject-always"));
        };
        Conversation conversation = Conversation.open(peer);
        Exchange exchange = conversation.say("permission");
        assertThat(exchange.text()).isEqualTo("permission: selected reject-always");
        RequestPermissionRequest request = asked.remove();
        assertThat(request.sessionId()).isEqualTo(conversation.session().id());
        assertThat(Objects.requireNonNull(request.toolCall()).toolCallId())
                .isEqualTo(exchange.of(ToolCall.class).get(0).toolCallId());
        assertThat(request.options())
                .extracting(PermissionOption::kind)
                .containsExactly(
                        PermissionOptionKind.ALLOW_ONCE,
                        PermissionOptionKind.ALLOW_ALWAYS,
                        PermissionOptionKind.REJECT_ONCE,
                        PermissionOptionKind.REJECT_ALWAYS);
    }

    private static void permissionError(Agents agents) {
        Peer peer = agents.shared();
        peer.host().permission = (request, context) -> {
            throw Host.refusal();
        };
        assertThat(Conversation.open(peer).say("permission").text()).isEqualTo("permission failed: -32050");
    }

    private static void permissionCancelledWithTheTurn(Agents agents) throws Exception {
        Peer peer = agents.shared();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        peer.host().permission = (request, context) -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
            return RequestPermissionResponse.cancelled();
        };
        Conversation conversation = Conversation.open(peer);
        CompletableFuture<PromptResponse> turn = conversation.session().promptAsync("permission");
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        conversation.session().cancel();
        assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(interrupted.await(60, TimeUnit.SECONDS))
                .as("the one who asks is told")
                .isTrue();
        Exchange exchange = new Exchange(conversation.transcript().since(0), StopReason.CANCELLED);
        assertThat(exchange.text()).isEqualTo("permission: cancelled");
    }

    private static void readFile(Agents agents) {
        Peer peer = agents.shared();
        peer.host().files.put("/project/read.txt", "first\nsecond é\nthird\n");
        assertThat(Conversation.open(peer).say("read /project/read.txt").text())
                .isEqualTo("read: first\nsecond é\nthird\n");
    }

    private static void readPartOfFile(Agents agents) {
        Peer peer = agents.shared();
        peer.host().files.put("/project/part.txt", "1\n2\n3\n4\n");
        assertThat(Conversation.open(peer).say("read /project/part.txt 2 2").text())
                .isEqualTo("read: 2\n3");
    }

    private static void readMissingFile(Agents agents) {
        assertThat(Conversation.open(agents.shared())
                        .say("read /project/missing.txt")
                        .text())
                .isEqualTo("read failed: -32002");
    }

    private static void writeFile(Agents agents) {
        Peer peer = agents.shared();
        assertThat(Conversation.open(peer)
                        .say("write /project/written.txt two words é")
                        .text())
                .isEqualTo("write: done");
        assertThat(peer.host().files).containsEntry("/project/written.txt", "two words é");
    }

    private static void writeError(Agents agents) {
        Peer peer = agents.start();
        peer.host().write = (request, context) -> {
            throw Host.refusal();
        };
        assertThat(Conversation.open(peer).say("write /project/refused.txt x").text())
                .isEqualTo("write failed: -32050");
        peer.end();
    }

    private static Exchange inTerminal(Agents agents, String prompt) {
        Peer peer = agents.shared();
        NewSessionRequest request =
                NewSessionRequest.builder(System.getProperty("java.io.tmpdir")).build();
        Exchange exchange = Conversation.open(peer, request).say(prompt);
        assertThat(peer.host().terminals.openCount())
                .as("the terminal is released")
                .isZero();
        return exchange;
    }

    private static void terminal(Agents agents) {
        Exchange exchange = inTerminal(agents, "terminal printenv ACP4J_INTEROP");
        assertThat(exchange.text()).isEqualTo("terminal: exit 0, whole, yes");
        assertThat(exchange.of(ToolCall.class).get(0).content()).singleElement().isInstanceOf(Terminal.class);
    }

    private static void terminalExitCode(Agents agents) {
        assertThat(inTerminal(agents, "terminal false").text()).startsWith("terminal: exit 1, whole,");
    }

    private static void terminalTruncates(Agents agents) {
        assertThat(inTerminal(agents, "terminal seq 1 5000").text())
                .matches("(?s)terminal: exit 0, truncated, [\\d\\s]*\\n5000");
    }

    private static void terminalKill(Agents agents) {
        assertThat(inTerminal(agents, "terminal-kill sleep 60").text())
                .startsWith("terminal-kill: signal SIGTERM, whole,");
    }

    private static void elicitAccept(Agents agents) {
        Peer peer = agents.shared();
        BlockingQueue<CreateElicitationRequest> asked = new ArrayBlockingQueue<>(1);
        peer.host().elicitation = (request, context) -> {
            asked.add(request);
            return CreateElicitationResponse.accepted(Map.of(
                    "sure", ElicitationContentValue.of(false),
                    "name", ElicitationContentValue.of("Zoë"),
                    "colour", ElicitationContentValue.of("green"),
                    "age", ElicitationContentValue.of(7L)));
        };
        Conversation conversation = Conversation.open(peer);
        assertThat(conversation.say("elicit").text())
                .isEqualTo("elicit: accept {\"age\":7,\"colour\":\"green\",\"name\":\"Zoë\",\"sure\":false}");
        FormElicitationRequest request = (FormElicitationRequest) asked.remove();
        assertThat(request.sessionId()).isEqualTo(conversation.session().id());
        Map<String, ElicitationPropertySchema> properties =
                request.requestedSchema().properties();
        assertThat(properties).containsOnlyKeys("name", "age", "colour", "sure");
        assertThat(request.requestedSchema().required()).containsExactly("name");
        StringPropertySchema colour = (StringPropertySchema) Expect.present(properties.get("colour"), "colour");
        assertThat(colour.values()).isEqualTo(List.of("red", "green"));
        assertThat(colour.defaultValue()).isEqualTo("red");
    }

    private static void elicitDeclineAndCancel(Agents agents) {
        Peer peer = agents.shared();
        peer.host().elicitation = (request, context) -> CreateElicitationResponse.declined();
        assertThat(Conversation.open(peer).say("elicit").text()).isEqualTo("elicit: decline");
        peer.host().elicitation = (request, context) -> CreateElicitationResponse.cancelled();
        assertThat(Conversation.open(peer).say("elicit").text()).isEqualTo("elicit: cancel");
    }

    private static void elicitUrl(Agents agents) throws InterruptedException {
        Peer peer = agents.shared();
        BlockingQueue<ElicitationId> asked = new ArrayBlockingQueue<>(1);
        peer.host().elicitation = (request, context) -> {
            asked.add(((UrlElicitationRequest) request).elicitationId());
            return CreateElicitationResponse.accepted();
        };
        assertThat(Conversation.open(peer).say("elicit-url").text()).isEqualTo("elicit-url: accept");
        assertThat(peer.host().completed.poll(60, TimeUnit.SECONDS)).isEqualTo(asked.remove());
    }
}
