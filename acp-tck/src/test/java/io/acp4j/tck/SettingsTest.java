package io.acp4j.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {

    /** Settings of which no member is the default, so that a copy cannot forget any unseen. */
    private static final Settings UNUSUAL = Settings.builder()
            .timeouts(Duration.ofSeconds(1), Duration.ofSeconds(2))
            .settle(Duration.ofSeconds(3))
            .jobs(4)
            .cwd(Path.of("/five"))
            .cancelPrompt("six")
            .authMethod("seven")
            .profiles("rfd")
            .selection(Set.of("INIT"), Set.of("SESS"))
            .isolated(true)
            .stalledReader(Duration.ofSeconds(8))
            .diskLimit(9)
            .build();

    static Stream<Arguments> changes() {
        return Stream.of(
                arguments(
                        UNUSUAL.toBuilder()
                                .timeouts(Duration.ofDays(1), Duration.ofDays(2))
                                .build(),
                        Map.of("timeout", Duration.ofDays(1), "startupTimeout", Duration.ofDays(2))),
                arguments(UNUSUAL.toBuilder().settle(Duration.ofDays(3)).build(), Map.of("settle", Duration.ofDays(3))),
                arguments(UNUSUAL.toBuilder().jobs(44).build(), Map.of("jobs", 44)),
                arguments(UNUSUAL.toBuilder().cwd(Path.of("/other")).build(), Map.of("cwd", Path.of("/other"))),
                arguments(UNUSUAL.toBuilder().cancelPrompt("other").build(), Map.of("cancelPrompt", "other")),
                arguments(UNUSUAL.toBuilder().authMethod("other").build(), Map.of("authMethod", "other")),
                arguments(UNUSUAL.toBuilder().profiles("acp4j").build(), Map.of("profiles", Set.of("acp4j"))),
                arguments(
                        UNUSUAL.toBuilder()
                                .selection(List.of("LOAD"), List.of("RES"))
                                .build(),
                        Map.of("only", Set.of("LOAD"), "skip", Set.of("RES"))),
                arguments(UNUSUAL.toBuilder().isolated(false).build(), Map.of("isolated", false)),
                arguments(
                        UNUSUAL.toBuilder().stalledReader(Duration.ofDays(8)).build(),
                        Map.of("stalledReader", Duration.ofDays(8))),
                arguments(UNUSUAL.toBuilder().diskLimit(99).build(), Map.of("diskLimit", 99L)));
    }

    @Test
    void noMemberOfTheUnusualSettingsIsTheDefault() throws Exception {
        assertThat(members(UNUSUAL).entrySet())
                .hasSize(13)
                .doesNotContainAnyElementsOf(members(Settings.defaults()).entrySet());
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatIsChangedIsOtherwiseAndAllElseAsItWas(Settings changed, Map<String, Object> expected) throws Exception {
        Map<String, Object> different = members(changed);
        different.entrySet().removeAll(members(UNUSUAL).entrySet());

        assertThat(different).isEqualTo(expected);
    }

    private static Map<String, Object> members(Settings settings) throws ReflectiveOperationException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Field member : Settings.class.getDeclaredFields()) {
            if (!Modifier.isStatic(member.getModifiers())) {
                members.put(
                        member.getName(),
                        Settings.class.getMethod(member.getName()).invoke(settings));
            }
        }
        return members;
    }
}
