package io.acp4j.interop.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** What an agent on any SDK must get right, also on one that knows no ids of messages and keeps no sessions. */
final class BasicChecks {

    private static final long SECONDS = 60;
    private static final int CHUNKS = 2_000;
    private static final int LONG = 600_000;

    private BasicChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("basic-echo", agents -> says(agents, "What else? 漢字 😀", "You said: What else? 漢字 😀")),
                new Check("basic-many-updates", BasicChecks::manyUpdates),
                new Check("basic-long-message", agents -> says(agents, "big " + LONG, "é".repeat(LONG))),
                new Check(
                        "basic-long-prompt", agents -> says(agents, "blocks " + "漢".repeat(LONG / 2), "blocks: text")),
                new Check("basic-read-file", agents -> says(agents, "read /project/ä.txt", "read: in /project/ä.txt")),
                new Check("basic-stop-reason", BasicChecks::stopReason),
                new Check("basic-cancel", BasicChecks::cancel));
    }

    /** A session of a client of its own, and what the agent has said in it. */
    private static final class Talk {

        private final List<String> said = new CopyOnWriteArrayList<>();
        private final CountDownLatch begun = new CountDownLatch(1);
        private final ClientSession session;

        Talk(Agents agents) {
            AcpClient client = agents.connect(agents.builder()
                    .onReadTextFile((request, context) -> ReadTextFileResponse.of("in " + request.path()))
                    .onUpdate((of, update) -> {
                        if (update instanceof AgentMessageChunk chunk) {
                            said.add(chunk.text());
                            begun.countDown();
                        }
                    }));
            session = client.newSession(Path.of("/project"));
        }
    }

    private static void says(Agents agents, String prompt, String expected) {
        Talk talk = new Talk(agents);
        assertThat(talk.session.prompt(prompt).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(String.join("", talk.said).equals(expected))
                .as("the text of %d chunks", talk.said.size())
                .isTrue();
    }

    private static void manyUpdates(Agents agents) {
        Talk talk = new Talk(agents);
        talk.session.prompt("count " + CHUNKS);
        assertThat(talk.said)
                .isEqualTo(IntStream.range(0, CHUNKS).mapToObj(i -> i + " ").toList());
    }

    private static void stopReason(Agents agents) {
        Talk talk = new Talk(agents);
        assertThat(talk.session.prompt("stop max_tokens").stopReason()).isEqualTo(StopReason.MAX_TOKENS);
    }

    /** Some SDKs end the turn themselves, with an error. */
    private static void cancel(Agents agents) throws Exception {
        Talk talk = new Talk(agents);
        CompletableFuture<PromptResponse> turn = talk.session.promptAsync("slow");
        assertThat(talk.begun.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        talk.session.cancel();
        try {
            assertThat(turn.get(SECONDS, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        } catch (ExecutionException e) {
            assertThat(e.getCause())
                    .isInstanceOfSatisfying(
                            AcpErrorException.class,
                            error -> assertThat(error.error().code()).isEqualTo(ErrorCode.REQUEST_CANCELLED));
        }
    }
}
