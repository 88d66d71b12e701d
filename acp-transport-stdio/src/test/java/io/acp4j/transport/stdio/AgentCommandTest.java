package io.acp4j.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.rpc.transport.RecordingListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AgentCommandTest {

    @Test
    void variablesComeBeforeTheProgram() {
        AgentCommand command = AgentCommand.of("KEY=a=b", "EMPTY=", "agent", "--acp", "NOT=one");
        assertThat(command.words()).containsExactly("agent", "--acp", "NOT=one");
        assertThat(command.environment()).isEqualTo(Map.of("KEY", "a=b", "EMPTY", ""));
        assertThat(command.toString()).isEqualTo("AgentCommand[agent]");
    }

    @Test
    void commandWithoutProgramIsRefused() {
        assertThatThrownBy(() -> AgentCommand.of()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AgentCommand.of("A=b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AgentCommand.of("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void moreIsAdded() {
        assertThat(AgentCommand.of("A=1", "B=1", "agent").with(List.of("--login"), Map.of("B", "2")))
                .isEqualTo(new AgentCommand(List.of("agent", "--login"), Map.of("A", "1", "B", "2")));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void installedProgramsAreFound(@TempDir Path directory) throws Exception {
        assertThat(AgentCommand.of("sh").find()).isNotNull().isExecutable();
        assertThat(AgentCommand.of("no-such-agent").find()).isNull();
        Path file = Files.writeString(directory.resolve("agent"), "#!/bin/sh\n");
        assertThat(AgentCommand.of(file.toString()).find()).isNull();
        assertThat(file.toFile().setExecutable(true)).isTrue();
        assertThat(AgentCommand.of(file.toString()).find()).isEqualTo(file);
        assertThat(AgentCommand.of(directory.toString()).find()).isNull();
        assertThat(AgentCommand.of("a\0b").find()).isNull();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void agentIsLaunchedAsOftenAsAskedWithItsVariables() throws Exception {
        AgentCommand command = AgentCommand.of("GREETING=hello", "sh", "-c", "echo \"$GREETING\"");
        for (int i = 0; i < 2; i++) {
            RecordingListener listener = new RecordingListener();
            try (StdioTransport transport = command.open()) {
                transport.start(listener);
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> listener.frameCount() == 1);
                assertThat(listener.frames()).containsExactly("hello");
            }
        }
    }
}
