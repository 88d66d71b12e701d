package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.record.RecordedPeer;
import io.acp4j.rpc.record.Recording;
import io.acp4j.rpc.record.WireRecorder;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.BackgroundToolCall;
import io.acp4j.test.FakeAgent;
import io.acp4j.test.FakeClient;
import io.acp4j.test.FakeSession;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guides/testing.md, run. */
class TestingGuideTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath();

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("patient", "1.0.0")
                .onPrompt(turn -> {
                    CompletableFuture<Void> cancelled = new CompletableFuture<>();
                    turn.cancellation().onCancel(() -> cancelled.complete(null));
                    turn.say("working");
                    cancelled.get();
                })
                .build();
    }

    @Test
    void agentIsCancelled() throws Exception {
        // snippet:cancel
        try (FakeClient client = FakeClient.create().connect(agent())) {
            FakeSession session = client.newSession();
            CompletableFuture<PromptResponse> end = session.promptAsync("Take your time");
            session.await(AgentMessageChunk.class); // the turn runs; waits for a minute at most
            session.cancel();

            assertThat(end.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        }
        // end
    }

    @Test
    void clientIsAskedForPermission() {
        Queue<String> asked = new ConcurrentLinkedQueue<>();
        // snippet:script
        FakeAgent agent = FakeAgent.create()
                .nextTurn(turn -> {
                    turn.callTool("call-1", "Delete the build directory");
                    turn.ask("call-1", "Delete the build directory", PermissionOption.allowOnce("yes", "Yes"));
                    turn.say("Done.");
                })
                .nextTurn(turn -> {
                    throw AcpErrorException.internalError("The model is overloaded");
                });
        // end
        try (agent;
                AcpClient client = agent.client()
                        .onPermission((request, context) -> {
                            asked.add(request.options().get(0).name());
                            return RequestPermissionResponse.cancelled();
                        })
                        .connect()) {
            ClientSession session = client.newSession(PROJECT);
            assertThat(session.prompt("Clean up").stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(asked).containsExactly("Yes");
            PromptTurn failing = session.startTurn("Again");
            assertThat(failing.result())
                    .failsWithin(60, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("The model is overloaded");
        }
    }

    @Test
    void clientFollowsWhatRunsInTheBackground() {
        // snippet:draft
        FakeAgent agent = FakeAgent.create().protocolVersion(ProtocolVersion.V2).nextTurn(turn -> {
            MessageId draft = turn.say("It will be ", "done");
            turn.replace(draft, "It runs in the background.");
            turn.callTool("build", "Build");
            turn.background(BackgroundToolCall.of(new ToolCallId("build")));
        });
        // end
        try (agent;
                AcpClient client =
                        agent.client().transcripts(TranscriptOptions.KEEP_ALL).connect()) {
            ClientSession session = client.newSession(PROJECT);
            assertThat(session.prompt("Build it").stopReason()).isEqualTo(StopReason.END_TURN);
            Conversation now = session.transcript().snapshot();
            assertThat(now.messages())
                    .last()
                    .extracting(TranscriptMessage::text)
                    .isEqualTo("It runs in the background.");
            assertThat(now.background()).hasSize(1);
        }
    }

    @Test
    void recordingIsPlayed(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("talk.jsonl");
        try (FakeAgent agent = FakeAgent.answering("Hello!");
                WireRecorder recorder = WireRecorder.to(file);
                AcpClient client = agent.client()
                        .options(ConnectionOptions.builder().listener(recorder).build())
                        .connect()) {
            client.newSession(PROJECT).prompt("Hi");
        }
        Queue<String> said = new ConcurrentLinkedQueue<>();
        // snippet:recorded
        try (RecordedPeer agent = Recording.read(file).playAgent();
                AcpClient client = AcpClient.builder(agent.transport())
                        .onUpdate((session, update) -> {
                            if (update instanceof AgentMessageChunk chunk) said.add(chunk.text());
                        })
                        .connect()) {
            client.newSession(PROJECT).prompt("Hi");
        }
        // end
        assertThat(said).containsExactly("Hello!");
    }
}
