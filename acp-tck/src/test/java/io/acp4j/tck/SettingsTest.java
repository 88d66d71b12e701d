package io.acp4j.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {

    /** Settings of which no member is the default, so that a copy cannot forget any unseen. */
    private static final Settings UNUSUAL = new Settings(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(3),
            4,
            Path.of("/five"),
            "six",
            "seven",
            Set.of("rfd"),
            Set.of("INIT"),
            Set.of("SESS"),
            true,
            Duration.ofSeconds(8),
            9);

    static Stream<Arguments> changes() {
        return Stream.of(
                arguments(
                        UNUSUAL.withTimeouts(Duration.ofDays(1), Duration.ofDays(2)),
                        Map.of("timeout", Duration.ofDays(1), "startupTimeout", Duration.ofDays(2))),
                arguments(UNUSUAL.withSettle(Duration.ofDays(3)), Map.of("settle", Duration.ofDays(3))),
                arguments(UNUSUAL.withJobs(44), Map.of("jobs", 44)),
                arguments(UNUSUAL.withCwd(Path.of("/other")), Map.of("cwd", Path.of("/other"))),
                arguments(UNUSUAL.withCancelPrompt("other"), Map.of("cancelPrompt", "other")),
                arguments(UNUSUAL.withAuthMethod("other"), Map.of("authMethod", "other")),
                arguments(UNUSUAL.withProfiles("acp4j"), Map.of("profiles", Set.of("acp4j"))),
                arguments(
                        UNUSUAL.withSelection(List.of("LOAD"), List.of("RES")),
                        Map.of("only", Set.of("LOAD"), "skip", Set.of("RES"))),
                arguments(UNUSUAL.withIsolated(false), Map.of("isolated", false)),
                arguments(UNUSUAL.withStalledReader(Duration.ofDays(8)), Map.of("stalledReader", Duration.ofDays(8))),
                arguments(UNUSUAL.withDiskLimit(99), Map.of("diskLimit", 99L)));
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
        for (RecordComponent member : Settings.class.getRecordComponents()) {
            members.put(member.getName(), member.getAccessor().invoke(settings));
        }
        return members;
    }
}
