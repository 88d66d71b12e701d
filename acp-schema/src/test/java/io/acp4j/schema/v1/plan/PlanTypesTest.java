package io.acp4j.schema.v1.plan;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
}
