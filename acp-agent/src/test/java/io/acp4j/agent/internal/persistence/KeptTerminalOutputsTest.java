package io.acp4j.agent.internal.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.update.TerminalUpdate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptTerminalOutputsTest {

    private final KeptTerminalOutputs outputs = new KeptTerminalOutputs();

    private static TerminalUpdate output(int terminal, int size) {
        return TerminalUpdate.builder(new TerminalId("term_" + terminal))
                .output(TerminalOutput.ofBytes(new byte[size]))
                .build();
    }

    private boolean isKept(int terminal) {
        return outputs.after(TerminalUpdate.builder(new TerminalId("term_" + terminal))
                        .command("make")
                        .build())
                != null;
    }

    @ParameterizedTest
    @CsvSource({"100,64", "65536,16", "0,64"})
    void theLastOutputsWithinTheLimitsAreKept(int size, int expected) {
        for (int terminal = 1; terminal <= 100; terminal++) {
            outputs.keep(output(terminal, size));
        }
        assertThat(IntStream.rangeClosed(1, 100).filter(this::isKept).toArray())
                .isEqualTo(IntStream.rangeClosed(101 - expected, 100).toArray());
    }

    @Test
    void laterOutputReplacesEarlierOutputOfTheSameTerminal() {
        outputs.keep(output(1, KeptTerminalOutputs.MAX_BYTES - 1));
        outputs.keep(output(2, 1));
        outputs.keep(output(1, 10));
        outputs.keep(output(3, KeptTerminalOutputs.MAX_BYTES - 11));
        assertThat(IntStream.rangeClosed(1, 3)).allMatch(this::isKept);
    }

    @Test
    void exitWithoutOutputKeepsThePreviousOutput() {
        outputs.keep(output(1, 10));
        TerminalUpdate exit = TerminalUpdate.builder(new TerminalId("term_1"))
                .exitStatus(TerminalExitStatus.exited(0))
                .build();
        outputs.keep(exit);
        TerminalUpdate beginning =
                TerminalUpdate.builder(new TerminalId("term_1")).command("make").build();
        assertThat(outputs.after(beginning)).isNotNull().satisfies(kept -> {
            assertThat(kept.exitStatus()).isEqualTo(exit.exitStatus());
            assertThat(kept.output()).isEqualTo(output(1, 10).output());
        });
    }

    @Test
    void outputsMoveToAnotherRecorder() {
        outputs.keep(output(1, 10));
        KeptTerminalOutputs other = new KeptTerminalOutputs();
        other.takeAll(outputs);
        assertThat(isKept(1)).isFalse();
        outputs.takeAll(other);
        assertThat(isKept(1)).isTrue();
    }

    @Test
    void outputFollowsOnlyTheBeginningOfItsTerminal() {
        outputs.keep(output(1, 10));
        assertThat(outputs.after(output(1, 5))).isNull();
    }
}
