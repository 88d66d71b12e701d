package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.callUpdate;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptChange.DetailChanged;
import io.acp4j.client.transcript.TranscriptChange.EntryAdded;
import io.acp4j.client.transcript.TranscriptChange.EntryChanged;
import io.acp4j.client.transcript.TranscriptChange.Ignored;
import io.acp4j.client.transcript.TranscriptChange.MessageExtended;
import io.acp4j.client.transcript.TranscriptChange.Replaced;
import io.acp4j.client.transcript.TranscriptChange.TurnEnded;
import io.acp4j.client.transcript.TranscriptChange.TurnStarted;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.UnknownSessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TranscriptChangesTest {

    private final DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
    private final List<TranscriptChange> changes = new ArrayList<>();

    private void listen() {
        var unused = transcript.onChange((change, after) -> {
            changes.add(change);
            assertThat(after).isNotNull();
        });
    }

    @Test
    void aTurnIsToldStepByStep() {
        listen();
        transcript.promptStarted(prompt("Go"));
        transcript.update(agent("m", "Re"));
        transcript.update(agent("m", "ady"));
        transcript.update(call("c", "Read"));
        transcript.update(callUpdate("c", ToolCallStatus.COMPLETED));
        transcript.promptEnded(StopReason.END_TURN);
        List<TranscriptEntry> entries = transcript.snapshot().entries();
        assertThat(changes).hasSize(7);
        assertThat(changes.get(0)).isEqualTo(new TurnStarted(1));
        assertThat(changes.get(1)).isEqualTo(new EntryAdded(entries.get(0)));
        assertThat(changes.get(2)).isInstanceOf(EntryAdded.class);
        assertThat(changes.get(3))
                .isEqualTo(new MessageExtended((TranscriptMessage) entries.get(1), ContentBlock.text("ady")));
        assertThat(changes.get(5)).isInstanceOfSatisfying(EntryChanged.class, changed -> {
            assertThat(((TranscriptToolCall) changed.before()).isFinished()).isFalse();
            assertThat(changed.entry()).isSameAs(entries.get(2));
        });
        assertThat(changes.get(6)).isEqualTo(new TurnEnded(1, StopReason.END_TURN));
    }

    @Test
    void eachChangeComesWithTheConversationAsItWasThen() {
        List<List<String>> seen = new ArrayList<>();
        var unused = transcript.onChange((change, after) -> seen.add(lines(after)));
        transcript.update(agent("m", "a"));
        transcript.update(agent("m", "b"));
        assertThat(seen).containsExactly(List.of("agent m: a"), List.of("agent m: ab"));
    }

    @Test
    void whatIsBesideTheFlowIsToldByItsName() {
        listen();
        PlanEntry step = PlanEntry.of("Dig");
        AvailableCommand command = AvailableCommand.of("dig", "Digs.");
        SessionConfigOption option = SessionConfigBoolean.builder(new SessionConfigId("deep"), "Deep", true)
                .build();
        transcript.update(Plan.of(List.of(step)));
        transcript.update(AvailableCommandsUpdate.of(List.of(command)));
        transcript.update(CurrentModeUpdate.of(new SessionModeId("https://agent.example/modes#ask")));
        transcript.update(ConfigOptionUpdate.of(List.of(option)));
        transcript.update(UsageUpdate.of(10, 100));
        transcript.update(SessionInfoUpdate.title("Digging"));
        assertThat(changes)
                .containsExactly(
                        new DetailChanged(Detail.PLAN),
                        new DetailChanged(Detail.COMMANDS),
                        new DetailChanged(Detail.MODES),
                        new DetailChanged(Detail.CONFIG_OPTIONS),
                        new DetailChanged(Detail.USAGE),
                        new DetailChanged(Detail.INFO));
        Conversation now = transcript.snapshot();
        assertThat(now.plan()).containsExactly(step);
        assertThat(now.commands()).containsExactly(command);
        assertThat(now.modes())
                .isEqualTo(SessionModeState.of(new SessionModeId("https://agent.example/modes#ask"), List.of()));
        assertThat(now.configOptions()).containsExactly(option);
        assertThat(now.usage()).isEqualTo(UsageUpdate.of(10, 100));
        assertThat(now.title()).isEqualTo("Digging");
    }

    @Test
    void aTitleIsClearedByNullAndKeptWhenOmitted() {
        transcript.update(SessionInfoUpdate.title("Digging"));
        transcript.update(
                new SessionInfoUpdate(Patch.unchanged(), Patch.of("2026-01-01T00:00:00Z"), Patch.unchanged()));
        assertThat(transcript.snapshot().title()).isEqualTo("Digging");
        transcript.update(new SessionInfoUpdate(Patch.cleared(), Patch.unchanged(), Patch.unchanged()));
        assertThat(transcript.snapshot().title()).isNull();
        assertThat(transcript.snapshot().updatedAt()).isEqualTo("2026-01-01T00:00:00Z");
    }

    @Test
    void modesOfAnAnswerStayWhenAnUpdateNamesTheCurrentOne() {
        SessionModeId ask = new SessionModeId("ask");
        SessionModeId code = new SessionModeId("code");
        List<SessionMode> modes = List.of(SessionMode.of(ask, "Ask"), SessionMode.of(code, "Code"));
        listen();
        transcript.settled(SessionModeState.of(ask, modes), null);
        transcript.settled(SessionModeState.of(ask, modes), List.of());
        transcript.update(CurrentModeUpdate.of(code));
        assertThat(changes).containsExactly(new DetailChanged(Detail.MODES), new DetailChanged(Detail.MODES));
        assertThat(transcript.snapshot().modes()).isEqualTo(SessionModeState.of(code, modes));
    }

    @Test
    void unknownUpdatesAreToldAndChangeNothing() {
        listen();
        UnknownSessionUpdate odd = new UnknownSessionUpdate("odd", RawJson.EMPTY_OBJECT);
        transcript.update(odd);
        assertThat(changes).containsExactly(new Ignored(odd));
        assertThat(transcript.snapshot().entries()).isEmpty();
    }

    @Test
    void aReplayBeginsTheConversationAnewAndAFailedOneBringsItBack() {
        transcript.update(UsageUpdate.of(1, 2));
        transcript.update(agent("old", "Hello"));
        Conversation before = transcript.snapshot();
        listen();

        transcript.replayStarted();
        assertThat(changes).isEmpty();
        transcript.update(user("new", "Hi"));
        assertThat(changes.get(0)).isEqualTo(new Replaced(before));
        assertThat(lines(transcript)).containsExactly("user new: Hi");
        assertThat(transcript.snapshot().usage()).isNotNull();

        transcript.replayEnded(false);
        assertThat(lines(transcript)).containsExactly("agent old: Hello");
        transcript.update(agent("old", "!"));
        assertThat(lines(transcript)).containsExactly("agent old: Hello!");
    }

    @Test
    void aReplayThatFailsBeforeItBeginsChangesNothing() {
        transcript.update(agent("old", "Hello"));
        listen();
        transcript.replayStarted();
        transcript.update(new UnknownSessionUpdate("odd", RawJson.EMPTY_OBJECT));
        transcript.replayEnded(false);
        assertThat(changes).hasSize(1);
        assertThat(lines(transcript)).containsExactly("agent old: Hello");
    }

    @Test
    void aReplayOfNothingLeavesNothing() {
        transcript.update(agent("old", "Hello"));
        transcript.replayStarted();
        transcript.replayEnded(true);
        assertThat(transcript.snapshot().entries()).isEmpty();
    }

    @Test
    void aRemovedListenerHearsNothingAndAFailingOneDisturbsNobody() {
        Registration failing = transcript.onChange((change, after) -> {
            throw new IllegalStateException("on purpose");
        });
        listen();
        transcript.update(agent("m", "a"));
        failing.close();
        transcript.update(agent("m", "b"));
        assertThat(changes).hasSize(2);
    }

    @Test
    void aListenerMayBringChangesItselfAndAllHearThemInOrder() {
        var unused = transcript.onChange((change, after) -> {
            if (change instanceof TurnStarted) {
                transcript.update(agent("m", "from the listener"));
            }
        });
        listen();
        transcript.promptStarted(prompt("Go"));
        assertThat(changes).hasSize(3);
        assertThat(changes.get(0)).isInstanceOf(TurnStarted.class);
        assertThat(changes.get(2))
                .isInstanceOfSatisfying(
                        EntryAdded.class,
                        added -> assertThat(((TranscriptMessage) added.entry()).text())
                                .isEqualTo("from the listener"));
    }

    @Test
    void aPromptDoesNotWaitForAListenerThatWaitsForIt() throws Exception {
        CountDownLatch listening = new CountDownLatch(1);
        CountDownLatch prompted = new CountDownLatch(1);
        var unused = transcript.onChange((change, after) -> {
            changes.add(change);
            listening.countDown();
            assertThat(prompted.await(60, TimeUnit.SECONDS)).isTrue();
        });
        ExecutorService lane = Executors.newSingleThreadExecutor();
        try {
            Future<?> update = lane.submit(() -> transcript.update(agent("m", "a")));
            assertThat(listening.await(60, TimeUnit.SECONDS)).isTrue();
            transcript.promptStarted(prompt("Go"));
            prompted.countDown();
            update.get(60, TimeUnit.SECONDS);
            assertThat(changes).hasSize(3);
        } finally {
            lane.shutdownNow();
        }
    }
}
