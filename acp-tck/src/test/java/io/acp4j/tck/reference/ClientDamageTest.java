package io.acp4j.tck.reference;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Further ways for a client to be wrong, beside the one that each requirement has in {@link ClientFaultTable}. */
@Tag("full")
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the checks of terminals run POSIX commands")
class ClientDamageTest {

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({
        "never-cancels, CLI-TURN-002",
        "reads-what-relative-paths-find, CLI-FS-005",
        "reads-lines, CLI-FS-009 CLI-FS-010",
        "ends-files-with-newlines, CLI-FS-006 CLI-FS-014",
        "ignores-limits-after-lines, CLI-FS-012",
        "kills-nothing, CLI-TERM-008 CLI-TERM-014",
        "ends-with-tools, CLI-TURN-007",
        "ignores-second-replays, CLI-SESS-018",
        "leaves-questions, CLI-PERM-003 CLI-PERM-008",
        "leaves-questions unusual:its-user-is-away, CLI-PERM-003 CLI-PERM-008",
        "answers-by-name, CLI-PERM-001 CLI-PERM-004 CLI-PERM-007 CLI-PERM-011"
    })
    void aDamagedClientIsNoticed(String damage, String requirements) throws InterruptedException {
        FaultMatrix.assertFailsAlone(
                damage,
                Set.of(requirements.split(" ")),
                InProcess.settings(Duration.ofSeconds(3)),
                settings -> InProcess.certifyClient(faults(damage), settings));
    }

    private static Faults faults(String damage) {
        Faults faults = new Faults();
        if (damage.equals("never-cancels")) {
            return faults.drop("notification:session/cancel");
        }
        for (String flag : damage.split(" ")) {
            faults.flag(flag);
        }
        return faults;
    }
}
