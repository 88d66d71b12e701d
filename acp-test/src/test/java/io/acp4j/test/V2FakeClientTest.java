package io.acp4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn.SteeringMessage;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.RequiresActionStateUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.UserMessage;
import io.acp4j.schema.update.UserMessageChunk;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A client of version 2. */
class V2FakeClientTest {

    private static AcpAgentBuilder builder(PromptHandler handler) {
        return AcpAgent.builder()
                .info("under-test", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(handler);
    }

    private static FakeClient connect(PromptHandler handler) {
        return connect(FakeClient.create(), handler);
    }

    private static FakeClient connect(FakeClient client, PromptHandler handler) {
        return client.protocolVersion(ProtocolVersion.V2)
                .connect(builder(handler).build());
    }

    @Test
    void aTurnEndsWithItsIdleAndItsUpdatesHaveComeThen() {
        try (FakeClient client = connect(FakeClient.create().allowing(), turn -> {
            ToolCallHandle call = turn.toolCall("Edit", ToolKind.EDIT);
            boolean allowed = turn.requestPermission(call, PermissionOption.allowOnce("y", "Yes"))
                    .isAllowed();
            call.complete("done");
            MessageId message = turn.say(allowed ? "allowed" : "rejected");
            turn.replace(message, TextContent.of(turn.text() + ": yes"));
            MessageId other = turn.say("secret");
            turn.clear(other);
            turn.say(".");
        })) {
            FakeSession session = client.newSession();

            PromptResponse response = session.prompt("one");
            assertThat(response.stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(session.said()).isEqualTo("one: yes.");
            assertThat(session.updates(RequiresActionStateUpdate.class)).hasSize(1);
            assertThat(session.updates(StateUpdate.class)).last().isInstanceOf(IdleStateUpdate.class);
            assertThat(client.permissions()).hasSize(1);
            assertThat(client.initialized().protocolVersion()).isEqualTo(ProtocolVersion.V2);

            assertThat(session.prompt("two").stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(session.said()).isEqualTo("one: yes.two: yes.");
        }
    }

    @Test
    void promptsThatWaitEndWithTheirOwnTurnsAndThoseThatAreTakenInWithTheRunningOne() throws Exception {
        CountDownLatch both = new CountDownLatch(1);
        try (FakeClient client = connect(turn -> {
            turn.say(turn.text());
            if (turn.text().equals("first")) {
                both.await();
                SteeringMessage more = turn.takeWaitingPrompt();
                turn.say(more == null ? " alone" : " with " + more.text());
                turn.stop(StopReason.MAX_TOKENS);
            }
        })) {
            FakeSession session = client.newSession();
            CompletableFuture<PromptResponse> first = session.promptAsync("first");
            session.await(AgentMessageChunk.class);
            CompletableFuture<PromptResponse> second = session.promptAsync("second");
            CompletableFuture<PromptResponse> third = session.promptAsync("third");
            both.countDown();

            assertThat(first.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.MAX_TOKENS);
            assertThat(third.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(second.get(60, TimeUnit.SECONDS).stopReason())
                    .isEqualTo(session.said().contains("with second") ? StopReason.MAX_TOKENS : StopReason.END_TURN);
            assertThat(session.said()).endsWith("third");
        }
    }

    @Test
    void cancellationAndFailureReachThePrompt() throws Exception {
        try (FakeClient client = connect(turn -> {
            if (turn.text().equals("fail")) {
                throw AcpErrorException.authRequired();
            }
            turn.say("running");
            turn.cancellation().whenCancelled().toCompletableFuture().get();
        })) {
            FakeSession session = client.newSession();
            CompletableFuture<PromptResponse> turn = session.promptAsync("wait");
            session.await(AgentMessageChunk.class);
            session.cancel();
            assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);

            assertThatThrownBy(() -> session.prompt("fail"))
                    .isInstanceOfSatisfying(
                            AcpErrorException.class,
                            failure -> assertThat(failure.error().code()).isEqualTo(ErrorCode.AUTH_REQUIRED));
        }
    }

    @Test
    void aTurnThatDoesNotEndTimesOutAndEndsWithTheConnection() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (FakeClient client = connect(turn -> never.await())) {
            FakeSession session = client.newSession();
            client.timeLimit(Duration.ofMillis(200));
            assertThatThrownBy(() -> session.prompt("wait")).isInstanceOf(RequestTimeoutException.class);
        }
        try (FakeClient client = connect(turn -> {
            turn.say("running");
            never.await();
        })) {
            FakeSession session = client.newSession();
            CompletableFuture<PromptResponse> turn = session.promptAsync("wait");
            session.await(AgentMessageChunk.class);
            client.close();
            assertThatThrownBy(() -> turn.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectionClosedException.class);
        } finally {
            never.countDown();
        }
    }

    @Test
    void storedSessionsAreReplayedAndForked() {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                FakeClient client = FakeClient.create()
                        .protocolVersion(ProtocolVersion.V2)
                        .connect(builder(turn -> turn.say("re " + turn.text()))
                                .sessions(repository, SessionServiceOptions.defaults())
                                .build())) {
            FakeSession session = client.newSession();
            session.prompt("one");

            FakeSession loaded = client.loadSession(session.id());
            assertThat(loaded.said()).isEqualTo("re one");
            assertThat(loaded.updates().stream()
                            .filter(update -> update instanceof UserMessage || update instanceof UserMessageChunk))
                    .isNotEmpty();
            FakeSession fork = client.forkSession(session.id(), null);
            assertThat(fork.prompt("two").stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(fork.said()).endsWith("re two");
        }
    }

    @Test
    void filesAndCommandsAreNotOfferedAndVersionsThatNobodySpeaksAreRefused() {
        try (FakeClient client = connect(
                FakeClient.create().file("/project/a", "text").onCommand(command -> FakeCommand.exiting(0, "")),
                turn -> {
                    turn.say(String.valueOf(turn.client().capabilities().terminal())
                            + turn.client().capabilities().fs().readTextFile());
                })) {
            FakeSession session = client.newSession();
            session.prompt("go");
            assertThat(session.said()).isEqualTo("falsefalse");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FakeClient.create().protocolVersion(new ProtocolVersion(3)))
                .withMessageContaining("version 3");
        AcpAgent older =
                AcpAgent.builder().info("older", "1").onPrompt(turn -> {}).build();
        try (FakeClient client = FakeClient.create().protocolVersion(ProtocolVersion.V2)) {
            assertThatThrownBy(() -> client.connect(older)).isInstanceOf(AcpException.class);
        }
    }
}
