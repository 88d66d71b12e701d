package io.acp4j.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.examples.Children;
import io.acp4j.examples.forking.ForkingAgent;
import io.acp4j.rpc.record.Recording;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A person at a terminal: the client as a process in a pseudo-terminal, its agent as a child process of it. */
@EnabledOnOs(OS.LINUX)
class ConsoleTerminalIT {

    /** The key that goes back in history, as xterm sends it to programs that edit lines. */
    private static final String UP = "\u001BOA";

    private static PseudoTerminal console(Class<?> agent, String... options) throws Exception {
        List<String> args = new ArrayList<>(List.of(options));
        args.add("--");
        args.addAll(Children.java(agent));
        return new PseudoTerminal(Children.java(ConsoleClient.class, args.toArray(String[]::new)));
    }

    @Test
    void sessionIsForkedEditedAnsweredAgainAndExported(@TempDir Path directory) throws Exception {
        Path recording = directory.resolve("wire.jsonl");
        try (PseudoTerminal terminal = console(ForkingAgent.class, "--record", recording.toString())) {
            terminal.see("connected to forking-agent");
            terminal.enter("first").see("Question 1. I have heard: first");
            terminal.enter("second").see("Question 2. I have heard: first | second");
            terminal.enter("/fork 2").see("session 2");
            terminal.enter("other").see("Question 2. I have heard: first | other");
            terminal.enter("/tree").see("1  first").see("* ").see("2  fork@2");
            terminal.enter("/switch 1").see("session 1").see("first | second");
            terminal.enter("third").see("Question 3. I have heard: first | second | third");
            terminal.enter("/edit 1").see("edit> first").type(" indeed\r");
            terminal.see("session 3").see("Question 1. I have heard: first indeed");
            terminal.enter("/regenerate").see("session 4").see("Question 1. I have heard: first indeed");
            terminal.see("> ").type(UP + "\r").see("session 5").see("Question 1. I have heard: first indeed");
            terminal.enter("/sessions").see("5  first indeed");
            Path exported = directory.resolve("talk.md");
            terminal.enter("/export " + exported).see("written to");
            assertThat(exported).content().contains("## You\n\nfirst indeed\n\n## Agent\n\nQuestion 1.");
            terminal.enter("/nonsense").see("There is no command /nonsense");
            terminal.enter("/help").see("/regenerate");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
        }
        assertThat(Recording.read(recording).frames()).hasSizeGreaterThan(20);
    }

    @Test
    void permissionIsAskedWithItsDiffAndTheAnswerIsRendered() throws Exception {
        try (PseudoTerminal terminal = console(AskingAgent.class)) {
            terminal.enter("edit")
                    .see("▸ Edit a.txt")
                    .see("-two")
                    .see("+2")
                    .see("The agent asks: Edit a.txt")
                    .see("1  Yes")
                    .see("1–2? ")
                    .type("1\r")
                    .see("✓ Edit a.txt")
                    .see("Result")
                    .see("It is done.");
            terminal.see("> ").type("\u0004");
            assertThat(terminal.exitCode()).isZero();
            assertThat(terminal.text()).doesNotContain("# Result").doesNotContain("**");
            assertThat(terminal.raw()).contains("\u001B[31m  -two").contains("\u001B[1mResult");
        }
    }

    @Test
    void turnIsStoppedByControlCAndTheAgentLivesOn() throws Exception {
        try (PseudoTerminal terminal = console(AskingAgent.class)) {
            terminal.enter("wait").see("waiting").type("\u0003").see("(cancelled)");
            terminal.see("> ").type("half a line\u0003").see("> ").type("wait\r");
            terminal.see("waiting").type("\u0003").see("(cancelled)");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
            assertThat(terminal.text()).contains("working");
        }
    }
}
