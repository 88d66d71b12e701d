package io.acp4j.schema.plan;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.Meta;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(
                        PlanItems.CODEC,
                        "{'planId':'p','entries':[{'content':'c','priority':'low','status':'pending'}],'_meta':{}}"),
                arguments(PlanFile.CODEC, "{'planId':'p','uri':'file:///p','_meta':{}}"),
                arguments(PlanMarkdown.CODEC, "{'planId':'p','content':'# p','_meta':{}}"),
                arguments(PlanEntry.CODEC, "{'content':'c','priority':'high','status':'completed','_meta':{'k':[1]}}"));
    }

    @ParameterizedTest
    @MethodSource("complete")
    void everyMemberFollowsItsRule(ObjectCodec<?> codec, String complete) {
        assertRules(codec, complete);
    }

    @ParameterizedTest
    @MethodSource("complete")
    void builderTakesEveryMember(ObjectCodec<?> codec, String complete) {
        assertBuilder(read(codec, complete));
    }

    @ParameterizedTest
    @ValueSource(strings = {"high", "medium", "low", "_urgent"})
    void anyPriorityIsKept(String priority) {
        assertThat(assertRoundTrip(PlanEntryPriority.CODEC, "'" + priority + "'"))
                .hasToString(priority);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "in_progress", "completed", "cancelled"})
    void anyStatusIsKept(String status) {
        assertThat(assertRoundTrip(PlanEntryStatus.CODEC, "'" + status + "'")).hasToString(status);
    }

    @Test
    void entryStartsPendingAndMedium() {
        assertThat(PlanEntry.of("c"))
                .isEqualTo(read(PlanEntry.CODEC, "{'content':'c','priority':'medium','status':'pending'}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'items','planId':'p','entries':[]}",
                "{'type':'file','planId':'p','uri':'u'}",
                "{'type':'markdown','planId':'p','content':''}",
                "{'type':'_graph','planId':'p','nodes':[1.50]}"
            })
    void contentOfAnyKindIsToldByItsType(String json) {
        PlanUpdateContent content = assertRoundTrip(PlanUpdateContent.CODEC, json);

        assertThat(content.planId()).isEqualTo(new PlanId("p"));
        assertThat(content instanceof UnknownPlanContent).isEqualTo(json.contains("_graph"));
    }

    @Test
    void contentWithoutAPlanIsRefused() {
        assertRefused(PlanUpdateContent.CODEC, "{'type':'_graph','nodes':[]}", "/planId");
        assertRefused(PlanUpdateContent.CODEC, "{'type':'file','uri':'u'}", "/planId");
    }

    @Test
    void entriesAdvanceAndKeepTheRest() {
        PlanEntry entry = new PlanEntry("c", PlanEntryPriority.HIGH, PlanEntryStatus.PENDING, Meta.of("n", 1));

        assertThat(entry.inProgress())
                .isEqualTo(new PlanEntry("c", PlanEntryPriority.HIGH, PlanEntryStatus.IN_PROGRESS, Meta.of("n", 1)));
        assertThat(entry.inProgress().completed())
                .isEqualTo(new PlanEntry("c", PlanEntryPriority.HIGH, PlanEntryStatus.COMPLETED, Meta.of("n", 1)));
        assertThat(entry.priority(PlanEntryPriority.LOW).priority()).isEqualTo(PlanEntryPriority.LOW);
        assertThat(entry.completed().status(PlanEntryStatus.PENDING)).isEqualTo(entry);
    }

    @Test
    void contentFactoriesMakeWhatTheySay() {
        PlanId id = new PlanId("p");

        assertThat(PlanItems.of(id, PlanEntry.of("c")).entries()).containsExactly(PlanEntry.of("c"));
        assertThat(PlanFile.of(id, "u")).isEqualTo(new PlanFile(id, "u", null));
        assertThat(PlanMarkdown.of(id, "t")).isEqualTo(new PlanMarkdown(id, "t", null));
    }
}
