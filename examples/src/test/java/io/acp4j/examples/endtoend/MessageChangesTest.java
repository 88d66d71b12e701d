package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThought;
import io.acp4j.schema.update.UserMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that an agent replaces and clears: what its client has of them, now and when the session is opened again. */
@Timeout(120)
class MessageChangesTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath().normalize();

    private static final ImageContent PICTURE = ImageContent.of(new byte[] {1, 2, 3}, "image/png");

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

    private AcpClient connect(ProtocolVersion version, PromptHandler handler) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent.builder()
                .info("editing", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, SessionServiceOptions.defaults())
                .onPrompt(handler)
                .build()
                .serve(pair.agent());
        return AcpClient.builder(pair.client())
                .protocolVersions(version)
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }

    private Object seen() throws InterruptedException {
        return Objects.requireNonNull(seen.poll(60, TimeUnit.SECONDS), "nothing within a minute");
    }

    private static List<String> shown(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(message -> message.role() + ": " + message.text())
                .toList();
    }

    /** What the client has, and what it has when it opens the session again with a replay. */
    private void assertShownNowAndLater(ClientSession session, String... messages) {
        assertThat(shown(session)).containsExactly(messages);
        session.close();
        try (AcpClient other = connect(ProtocolVersion.V2, turn -> {})) {
            assertThat(shown(other.loadSession(session.id(), PROJECT))).containsExactly(messages);
        }
    }

    @Test
    void aReplacedMessageKeepsItsPlaceAndItsIdAndHasOnlyItsNewContent() throws Exception {
        try (AcpClient client = connect(ProtocolVersion.V2, turn -> {
            MessageId draft = turn.say("first ");
            turn.say("draft");
            turn.think("hm");
            MessageId other = turn.say("other");
            turn.replace(draft, TextContent.of("final"), PICTURE, TextContent.of("!"));
            seen.add(draft);
            seen.add(other);
        })) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("go");

            List<TranscriptMessage> messages = session.transcript().snapshot().messages();
            assertThat(messages.get(1).id()).isEqualTo(seen());
            assertThat(messages.get(1).content())
                    .containsExactly(ContentBlock.text("final"), PICTURE, ContentBlock.text("!"));
            assertThat(messages.get(3).id()).isEqualTo(seen());
            assertShownNowAndLater(session, "USER: go", "AGENT: final!", "THOUGHT: hm", "AGENT: other");
        }
    }

    @Test
    void aClearedMessageStaysAndIsEmptyAndTakesPiecesAgain() {
        try (AcpClient client = connect(ProtocolVersion.V2, turn -> {
            MessageId secret = turn.say("secret");
            turn.clear(secret);
            MessageId again = turn.say("told ");
            turn.clear(again);
            turn.update(AgentMessageChunk.text(again, "anew"));
            turn.say(", and on");
        })) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("go");

            assertShownNowAndLater(session, "USER: go", "AGENT: ", "AGENT: anew, and on");
        }
    }

    @Test
    void messagesOfEarlierTurnsOfTheUserAndThoughtsChangeToo() {
        try (AcpClient client = connect(ProtocolVersion.V2, turn -> {
            if (turn.text().equals("one")) {
                turn.session().attach(MessageId.class, turn.say("said in one"));
                return;
            }
            MessageId thought = turn.think("not for you");
            turn.update(AgentThought.builder(thought)
                    .content(List.of(ContentBlock.text("shortened")))
                    .build());
            turn.update(UserMessage.builder(Objects.requireNonNull(turn.userMessageId()))
                    .content(List.of(ContentBlock.text("[redacted]")))
                    .build());
            turn.clear(Objects.requireNonNull(turn.session().attachment(MessageId.class)));
        })) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("one");
            session.prompt("two");

            assertShownNowAndLater(session, "USER: one", "AGENT: ", "USER: [redacted]", "THOUGHT: shortened");
        }
    }

    @Test
    void workThatNoPromptBeganChangesWhatAnEarlierTurnSaid() {
        try (AcpClient client = connect(ProtocolVersion.V2, turn -> {
            MessageId message = turn.say("building");
            var unused = turn.session().startTurn(work -> work.replace(message, TextContent.of("built")));
        })) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("go");
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> shown(session).equals(List.of("USER: go", "AGENT: built")));
        }
    }

    @Test
    void aClientOfVersion1IsToldNothingOfItAndTheHandlerWhatIsMissing() throws Exception {
        try (AcpClient client = connect(ProtocolVersion.V1, turn -> {
            MessageId message = turn.say("said");
            seen.add(turn.session().supports(AgentMessage.builder(message).build()));
            for (Runnable change : List.<Runnable>of(
                    () -> turn.replace(message, TextContent.of("other")), () -> turn.clear(message))) {
                try {
                    change.run();
                } catch (UnsupportedCapabilityException e) {
                    seen.add(e.capability());
                }
            }
            turn.say(", and on");
        })) {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("go");

            assertThat(seen()).isEqualTo(false);
            assertThat(seen()).isEqualTo("protocolVersion 2");
            assertThat(seen()).isEqualTo("protocolVersion 2");
            assertThat(session.transcript().snapshot().messages())
                    .filteredOn(message -> message.role() == MessageRole.AGENT)
                    .extracting(TranscriptMessage::text)
                    .satisfies(texts -> assertThat(String.join("", texts)).isEqualTo("said, and on"));
        }
    }
}
