package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.SessionForks;
import io.acp4j.client.supervise.BackOff;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The state of a session after a loss in its third turn, for each kind of loss, restoration, and transcript. */
class LossRestoreTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> SEEN = List.of("one", "re one", "two", "re two", "three", "#0 #1 ");

    private final BlockingQueue<SupervisorListener.Restoration> restorations = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> chunks = new LinkedBlockingQueue<>();

    @TempDir
    private Path directory;

    /**
     * One combination.
     *
     * @param loss "killed" the process, "cut" sockets, "hang" of the agent after a cancellation, or "refused", a cut after which the agent
     *     does not know the session
     * @param restore "load", "resume", or "none" for an agent that supports neither
     * @param transcript whether the client keeps transcripts
     */
    record Row(String transport, int version, String store, String loss, String restore, boolean transcript) {

        boolean isRestored() {
            return !restore.equals("none") && !loss.equals("refused");
        }
    }

    static Stream<Row> all() {
        List<Row> rows = new ArrayList<>();
        for (String transport : List.of("stdio", "websocket", "http")) {
            for (int version : List.of(1, 2)) {
                for (String loss : List.of("killed", "cut", "hang", "refused")) {
                    for (String restore : List.of("load", "resume", "none")) {
                        for (boolean transcript : List.of(true, false)) {
                            rows.add(new Row(transport, version, "sqlite", loss, restore, transcript));
                            rows.add(new Row(transport, version, "memory", loss, restore, transcript));
                        }
                    }
                }
            }
        }
        // A store in memory ends with its process, which the rows with a refused load cover. Other processes have a
        // store.
        return rows.stream()
                .filter(row -> !row.loss().equals("killed")
                        || (row.store().equals("sqlite") && !row.restore().equals("none")))
                .filter(row -> !row.loss().equals("refused") || row.store().equals("memory"));
    }

    @ParameterizedTest
    @CsvSource({
        "stdio, 1, sqlite, killed, load, true",
        "websocket, 2, sqlite, killed, resume, true",
        "stdio, 2, memory, cut, load, true",
        "websocket, 1, memory, cut, resume, true",
        "http, 1, sqlite, hang, load, true",
        "stdio, 1, memory, hang, resume, true",
        "websocket, 2, memory, refused, load, true",
        "stdio, 1, memory, cut, none, true",
        "http, 2, sqlite, hang, resume, false"
    })
    void theSessionContinuesWithAllThatWasSeen(
            String transport, int version, String store, String loss, String restore, boolean transcript)
            throws Exception {
        check(new Row(transport, version, store, loss, restore, transcript));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("all")
    void everyCombinationContinuesWithAllThatWasSeen(Row row) throws Exception {
        check(row);
    }

    private SupervisedAgent start(Row row, LossyLinks links) {
        return SupervisedAgent.builder(links::connect)
                .backOff(new BackOff(Duration.ofMillis(10), Duration.ofMillis(50), 2, 0.5, 10, Duration.ZERO))
                .restoreMethod(
                        row.restore().equals("resume")
                                ? SupervisedAgent.RestoreMethod.RESUME
                                : SupervisedAgent.RestoreMethod.LOAD)
                .restartUnresponsive(true)
                .client(builder -> {
                    builder.protocolVersions(new ProtocolVersion(row.version()))
                            .cancelTimeout(Duration.ofMillis(100))
                            .onUpdate((session, update) -> {
                                if (update instanceof AgentMessageChunk chunk) {
                                    chunks.add(chunk.text());
                                }
                            });
                    if (row.transcript()) {
                        builder.transcripts(TranscriptOptions.KEEP_ALL);
                    }
                })
                .listener(new SupervisorListener() {
                    @Override
                    public void onRestored(Restoration restoration) {
                        restorations.add(restoration);
                    }
                })
                .start();
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private void check(Row row) throws Exception {
        try (LossyLinks links = new LossyLinks(row, directory);
                SupervisedAgent supervised = start(row, links)) {
            ClientSession before = supervised.client().newSession(Path.of("."));
            before.prompt("one");
            before.prompt("two");
            CompletableFuture<PromptResponse> third = before.promptAsync("three");
            String chunk = next(chunks);
            while (!chunk.equals("#1 ")) {
                chunk = next(chunks);
            }
            if (row.loss().equals("hang")) {
                before.cancel();
                PromptResponse end = third.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(end.stopReason()).isEqualTo(StopReason.CANCELLED);
                assertThat(PromptTurn.isUnconfirmed(end)).isTrue();
            } else {
                links.lose();
                assertThat(third).failsWithin(PATIENCE);
            }
            SupervisorListener.Restoration restoration = next(restorations);
            if (row.isRestored()) {
                assertThat(restoration.failed()).isEmpty();
                ClientSession after = supervised.session(before.id());
                assertThat(after).isNotNull().isNotSameAs(before);
                assertThat(restoration.sessions())
                        .singleElement()
                        .matches(each -> each.replayed() == row.restore().equals("load"));
                restored(row, after);
            } else {
                assertThat(restoration.sessions()).isEmpty();
                assertThat(restoration.failed()).hasSize(1);
                assertThat(supervised.session(before.id())).isNull();
                if (row.transcript()) {
                    assertThat(texts(before)).startsWith(SEEN.toArray(String[]::new));
                }
                AcpClient fresh = supervised.client();
                assertThat(fresh.newSession(Path.of(".")).prompt("four").stopReason())
                        .isEqualTo(StopReason.END_TURN);
            }
        }
    }

    private static void restored(Row row, ClientSession session) throws Exception {
        if (row.transcript()) {
            List<TranscriptEntry.Gap> gaps = gaps(session);
            if (row.restore().equals("load")) {
                assertThat(texts(session)).startsWith("one", "re one", "two", "re two", "three");
                assertThat(gaps).singleElement().satisfies(gap -> {
                    assertThat(gap.reason()).isEqualTo(TranscriptEntry.Gap.Reason.CONNECTION_LOST);
                    assertThat(String.join("", texts(session)) + gap.unstoredText())
                            .endsWith("#0 #1 ");
                });
            } else {
                assertThat(texts(session)).isEqualTo(SEEN);
                assertThat(gaps.get(gaps.size() - 1).reason()).isEqualTo(TranscriptEntry.Gap.Reason.CONNECTION_LOST);
                assertThat(gaps).hasSize(row.loss().equals("hang") ? 2 : 1);
            }
        }
        assertThat(session.prompt("four").stopReason()).isEqualTo(StopReason.END_TURN);
        if (row.transcript()) {
            assertThat(texts(session)).endsWith("four", "re four");
            SessionForks forks = session.forks();
            List<TranscriptMessage> messages = forks.messages();
            assertThat(forks.isBeginningKnown()).isTrue();
            PromptTurn edited =
                    forks.editAndFork(messages.get(2), List.of(ContentBlock.text("other")), ForkOptions.DEFAULT);
            edited.result().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(edited.session().forks().messages())
                    .extracting(TranscriptMessage::text)
                    .containsExactly("one", "re one", "other", "re other");
            PromptTurn regenerated = forks.regenerate(messages.get(3), ForkOptions.DEFAULT);
            regenerated.result().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(regenerated.session().forks().messages())
                    .extracting(TranscriptMessage::text)
                    .containsExactly("one", "re one", "two", "re two");
        }
    }

    private static List<String> texts(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    private static List<TranscriptEntry.Gap> gaps(ClientSession session) {
        return session.transcript().snapshot().entries().stream()
                .filter(TranscriptEntry.Gap.class::isInstance)
                .map(TranscriptEntry.Gap.class::cast)
                .toList();
    }
}
