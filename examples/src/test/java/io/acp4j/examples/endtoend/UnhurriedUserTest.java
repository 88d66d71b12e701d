package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.host.PermissionBroker;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.ToolCallUpdate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A user may consider a question of the agent for longer than the timeout of other requests. */
class UnhurriedUserTest {

    private static final RequestMethod<RawJson, RawJson> UNANSWERED =
            RequestMethod.extension("_unanswered", RawJson.CODEC, RawJson.CODEC);

    private final CountDownLatch thinking = new CountDownLatch(1);

    /** The requests that wait for a user. */
    enum Question {
        READ,
        WRITE,
        PERMISSION;

        private CompletableFuture<?> of(PromptTurn turn) {
            return switch (this) {
                case READ -> turn.client().readTextFileAsync("/project/a", null, null);
                case WRITE -> turn.client().writeTextFileAsync("/project/a", "text");
                case PERMISSION ->
                    turn.client()
                            .requestPermissionAsync(
                                    ToolCallUpdate.builder(new ToolCallId("edit"))
                                            .build(),
                                    List.of(PermissionOption.allowOnce("yes", "Yes")));
            };
        }
    }

    private void think() throws InterruptedException {
        assertThat(thinking.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void questionIsAnsweredAfterTheTimeoutOfOtherRequests(Question question) {
        AcpAgent agent = AcpAgent.builder()
                .info("asking", "1")
                .onPrompt(turn -> {
                    CompletableFuture<?> answer = question.of(turn);
                    assertThatThrownBy(() -> turn.client().request(UNANSWERED, RawJson.parse("{}")))
                            .isInstanceOf(RequestTimeoutException.class);
                    assertThat(answer).isNotDone();
                    thinking.countDown();
                    answer.join();
                })
                .build();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(
                pair.agent(),
                ConnectionOptions.builder()
                        .requestTimeout(UNANSWERED.name(), Duration.ofMillis(100))
                        .build());
        try (AcpClient client = AcpClient.builder(pair.client())
                .onReadTextFile((request, context) -> {
                    think();
                    return ReadTextFileResponse.of("text");
                })
                .onWriteTextFile((request, context) -> {
                    think();
                    return WriteTextFileResponse.EMPTY;
                })
                .host(PermissionBroker.asking(asked -> {
                    think();
                    return asked.options().get(0);
                }))
                .onOtherRequest((method, params, context) -> {
                    think();
                    return RawJson.parse("{}");
                })
                .connect()) {
            ClientSession session = client.newSession(Path.of("/project"));
            assertThat(session.prompt("go").stopReason()).isEqualTo(StopReason.END_TURN);
        }
    }
}
