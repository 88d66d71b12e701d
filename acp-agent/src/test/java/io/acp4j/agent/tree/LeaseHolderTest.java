package io.acp4j.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class LeaseHolderTest {

    private final LeaseHolder holder = LeaseHolder.here();

    @Test
    void everyHolderHasANameOfItsOwn() {
        assertThat(LeaseHolder.here().name()).isNotEqualTo(holder.name());
    }

    @Test
    void whoIsAliveIsNotDead() {
        assertThat(holder.isDead(LeaseHolder.here().name())).isFalse();
    }

    @Test
    void whoIsElsewhereIsNeverTakenForDead() {
        for (String foreign : List.of("", "proc_1", "other:pid/1/2/x", "//", "a/b/c/d", holder.name() + "/more")) {
            assertThat(holder.isDead(foreign)).as(foreign).isFalse();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void processThatHasEndedIsDead() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("true").start();
        long pid = process.pid();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String name = holder.name();
        String machine = name.substring(0, name.indexOf('/'));

        assertThat(holder.isDead(machine + "/" + pid + "/1/x")).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void numberOfAProcessThatStartedAtAnotherTimeIsAnotherProcess() {
        String name = holder.name();
        String machine = name.substring(0, name.indexOf('/'));
        long pid = ProcessHandle.current().pid();

        assertThat(holder.isDead(machine + "/" + pid + "/1/x")).isTrue();
    }
}
