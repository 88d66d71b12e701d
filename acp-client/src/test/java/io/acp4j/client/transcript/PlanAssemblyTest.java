package io.acp4j.client.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanFile;
import io.acp4j.schema.plan.PlanItems;
import io.acp4j.schema.plan.PlanMarkdown;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.PlanRemoved;
import io.acp4j.schema.update.PlanUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanAssemblyTest {

    private static final PlanId FIRST = new PlanId("1");
    private static final PlanId SECOND = new PlanId("2");

    private final DefaultSessionTranscript transcript = DefaultSessionTranscript.create();

    @Test
    void plansAreKeptReplacedAndRemovedByTheirIds() {
        transcript.update(PlanUpdate.of(PlanItems.of(FIRST, PlanEntry.of("a"))));
        transcript.update(PlanUpdate.of(PlanMarkdown.of(SECOND, "# b")));
        Conversation before = transcript.snapshot();
        transcript.update(PlanUpdate.of(PlanFile.of(FIRST, "file:///a")));
        transcript.update(PlanRemoved.of(SECOND));
        transcript.update(PlanRemoved.of(SECOND));

        assertThat(before.plans().values())
                .containsExactly(PlanItems.of(FIRST, PlanEntry.of("a")), PlanMarkdown.of(SECOND, "# b"));
        assertThat(transcript.snapshot().plans()).containsExactly(Map.entry(FIRST, PlanFile.of(FIRST, "file:///a")));
    }

    @Test
    void planWithoutAnIdStandsBesideThem() {
        transcript.update(new Plan(List.of(PlanEntry.of("a")), null));
        transcript.update(PlanUpdate.of(PlanMarkdown.of(SECOND, "# b")));

        assertThat(transcript.snapshot().plan()).containsExactly(PlanEntry.of("a"));
        assertThat(transcript.snapshot().plans()).containsOnlyKeys(SECOND);
    }

    @Test
    void changesAreTold() {
        List<TranscriptChange> changes = new ArrayList<>();
        var unused = transcript.onChange((change, after) -> changes.add(change));

        transcript.update(PlanUpdate.of(PlanMarkdown.of(SECOND, "# b")));

        assertThat(changes).containsExactly(new TranscriptChange.DetailChanged(TranscriptChange.Detail.PLAN));
    }

    @Test
    void replayBeginsWithoutPlans() {
        transcript.update(PlanUpdate.of(PlanMarkdown.of(FIRST, "# a")));
        transcript.replayStarted();
        transcript.update(AgentMessageChunk.text(null, "hi"));
        transcript.update(PlanUpdate.of(PlanMarkdown.of(SECOND, "# b")));
        transcript.replayEnded(true);

        assertThat(transcript.snapshot().plans()).containsOnlyKeys(SECOND);
    }

    @Test
    void onlyTheNewestPlansAreKept() {
        for (int i = 0; i < 150; i++) {
            transcript.update(PlanUpdate.of(PlanMarkdown.of(new PlanId("p" + i), "")));
        }

        assertThat(transcript.snapshot().plans())
                .hasSize(100)
                .containsKeys(new PlanId("p50"), new PlanId("p149"))
                .doesNotContainKey(new PlanId("p49"));
    }
}
