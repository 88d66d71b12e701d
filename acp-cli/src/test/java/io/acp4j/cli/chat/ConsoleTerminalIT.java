package io.acp4j.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.cli.ChildJvm;
import io.acp4j.cli.Main;
import io.acp4j.cli.sample.SampleAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.record.Recording;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
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
        List<String> args = new ArrayList<>(List.of("chat"));
        args.addAll(List.of(options));
        args.add("--");
        args.addAll(ChildJvm.java(agent));
        return new PseudoTerminal(ChildJvm.java(Main.class, args.toArray(String[]::new)));
    }

    @Test
    void sessionIsForkedEditedAnsweredAgainAndExported(@TempDir Path directory) throws Exception {
        Path recording = directory.resolve("wire.jsonl");
        try (PseudoTerminal terminal = console(HistoryAgent.class, "--record", recording.toString())) {
            terminal.see("connected to history-agent");
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
            terminal.enter("/sessions").see("5  first");
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
    void outputOfACommandIsShownInItsColours() throws Exception {
        List<String> agent = ChildJvm.java(Main.class, "sample-agent", "--temporary", "--no-pacing");
        List<String> args = new ArrayList<>(List.of("chat", "--commands", "--"));
        args.addAll(agent);
        try (PseudoTerminal terminal = new PseudoTerminal(ChildJvm.java(Main.class, args.toArray(String[]::new)))) {
            terminal.enter("/terminal").see("y/N? ").type("y\r");
            terminal.see("Running 4 tests")
                    .see("100 %")
                    .see("PASS InventoryTest")
                    .see("4 tests, 1 failure");
            assertThat(terminal.raw()).contains("\u001B[32mPASS\u001B[0m InventoryTest");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
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

    @Test
    void linesThatAreEnteredDuringAnOperationAreQueuedAndCanBeTakenBack(@TempDir Path directory) throws Exception {
        Path ready = directory.resolve("ready");
        try (PseudoTerminal terminal = slow(ready)) {
            terminal.see("starting ").type("one\r").see("queued: one").see("1 queued");
            terminal.type("mistake\r").see("queued: mistake").see("2 queued");
            terminal.type(UP)
                    .see("next> mistake")
                    .type("\u0015twp\u007Fo")
                    .see("next> two")
                    .type("\r");
            terminal.see("queued: two").type("unfini");
            terminal.see("next> unfini");
            Files.createFile(ready);
            terminal.see("connected to slow-agent")
                    .see("> one")
                    .see("at last: one")
                    .see("> two")
                    .see("at last: two");
            terminal.see("> ").see("unfini").type("shed\r").see("at last: unfinished");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
            assertThat(terminal.text()).doesNotContain("at last: mistake");
        }
    }

    @Test
    void turnIsStoppedByACommandAndTheQueueIsOffered() throws Exception {
        try (PseudoTerminal terminal = console(AskingAgent.class)) {
            terminal.enter("wait")
                    .see("waiting")
                    .type("edit\r")
                    .see("queued: edit")
                    .type("rest\r")
                    .see("queued: rest");
            terminal.type("/cancel\r").see("(cancelled)");
            terminal.see("> ").see("edit").type("\u0003").see("> ").see("rest").type("\r");
            terminal.see("The agent asks: Edit a.txt")
                    .see("1–2? ")
                    .type("/cancel\r")
                    .see("(cancelled)");
            terminal.enter("/cancel").see("No turn is running.");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
        }
    }

    @Test
    void lineThatIsTypedWhileTextStreamsStaysBelowIt(@TempDir Path directory) throws Exception {
        Path ready = directory.resolve("ready");
        try (PseudoTerminal terminal = console(AskingAgent.class)) {
            terminal.enter(AskingAgent.STREAM_WHEN + ready).see("line 2").type("draft");
            terminal.see("next> draft");
            Files.createFile(ready);
            // The last state of the line during the turn, and the prompt that continues it.
            terminal.see("line 400 of 400").see("next> draft> draft").type("\u0015/quit\r");
            assertThat(terminal.exitCode()).isZero();
            assertThat(terminal.text())
                    .contains(IntStream.rangeClosed(1, 400)
                            .mapToObj(i -> "line " + i + " of 400\n")
                            .toList());
        }
    }

    @Test
    void permissionIsAnsweredByNameAndNeverByAPartOfIt() throws Exception {
        try (PseudoTerminal terminal = console(AskingAgent.class)) {
            terminal.enter("edit")
                    .see("1  Yes  (y)")
                    .see("2  No  (n)")
                    .see("1–2? ")
                    .type("Ye\r");
            terminal.see("Enter the number, letter, ID or name of an option.")
                    .see("1–2? ")
                    .type("NO\r");
            terminal.see("✗ Edit a.txt").see("It is left.");
            terminal.enter("edit").see("1–2? ").type("y\r").see("✓ Edit a.txt");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
        }
    }

    @Test
    void lineThatIsTypedWhenAPermissionIsRequestedIsNoAnswer(@TempDir Path directory) throws Exception {
        Path ready = directory.resolve("ready");
        try (PseudoTerminal terminal = console(AskingAgent.class)) {
            terminal.enter(AskingAgent.EDIT_WHEN + ready)
                    .see("working")
                    .type("say ")
                    .see("next> say ");
            Files.createFile(ready);
            terminal.see("The agent asks: Edit a.txt")
                    .see("1–2? ")
                    .type("no\r")
                    .see("✗ Edit a.txt")
                    .see("It is left.");
            terminal.see("> say ").type("\u0015/quit\r");
            assertThat(terminal.exitCode()).isZero();
            assertThat(terminal.text()).doesNotContain("Enter the number, letter, ID or name");
        }
    }

    @Test
    void agentThatHasDiedIsStartedAgainAndTheSessionContinues(@TempDir Path directory) throws Exception {
        List<String> args = new ArrayList<>(List.of("chat", "--"));
        args.addAll(SampleAgent.command("--no-pacing", "--directory", directory.toString()));
        try (PseudoTerminal terminal = new PseudoTerminal(ChildJvm.java(Main.class, args.toArray(String[]::new)))) {
            terminal.enter("What is a session?").see("> ").type("/crash\r").see("My process ends now");
            terminal.see("Start the agent again? Y/n ")
                    .type("maybe\r")
                    .see("Start the agent again? Y/n ")
                    .type("\r");
            terminal.see("connected to acp4j-sample-agent").see("session 1").see("continues");
            terminal.see("> ").see("/crash").type("\u0003");
            terminal.enter("And a fork?").see("Before it you asked");
            terminal.enter("/crash").see("Start the agent again? Y/n ").type("n\r");
            assertThat(terminal.exitCode()).isEqualTo(ChatCommand.LOST);
        }
    }

    @Test
    void agentWithoutStoredSessionsIsStartedAgainWithANewOne() throws Exception {
        try (PseudoTerminal terminal = console(AskingAgent.class)) {
            terminal.enter("exit")
                    .see("exited with code 9")
                    .see("Start the agent again? Y/n ")
                    .type("y\r");
            terminal.see("connected to asking-agent").see("A new session begins with your next prompt.");
            terminal.see("> ")
                    .see("exit")
                    .type("\u0003")
                    .see("> ")
                    .type("exit later\r")
                    .see("leaving soon");
            terminal.see("The agent has ended.")
                    .type("edit\r")
                    .see("Start the agent again? Y/n ")
                    .type("\r");
            terminal.see("connected to asking-agent").see("> ").see("edit").type("\u0003");
            terminal.enter("edit").see("1–2? ").type("n\r").see("It is left.");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
        }
    }

    @Test
    void tableIsShownWithinTheWidthOfTheTerminal(@TempDir Path directory) throws Exception {
        List<String> args = new ArrayList<>(List.of("chat", "--"));
        args.addAll(SampleAgent.command("--no-pacing", "--directory", directory.toString()));
        try (PseudoTerminal terminal = new PseudoTerminal(60, ChildJvm.java(Main.class, args.toArray(String[]::new)))) {
            terminal.enter("/markdown").see("The end.");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
            assertThat(terminal.text().lines().filter(line -> line.contains(" │ ") && !line.contains("working")))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
            assertThat(terminal.text()).contains("☑ A completed task", "☐ An open task", "deleted words");
            assertThat(terminal.text()).doesNotContain("~~", "|---").contains("Negotiates");
        }
    }

    @Test
    void lineSaysThatASlowAgentStarts(@TempDir Path directory) throws Exception {
        Path ready = directory.resolve("ready");
        try (PseudoTerminal terminal = slow(ready)) {
            terminal.see("starting ").see(" · Ctrl-C to stop").see("starting ");
            assertThat(terminal.text()).doesNotContain("connected to");
            Files.createFile(ready);
            terminal.see("connected to slow-agent");
            terminal.enter("hello").see("at last: hello");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
        }
    }

    @Test
    void startOfASlowAgentIsStoppedByControlC(@TempDir Path directory) throws Exception {
        try (PseudoTerminal terminal = slow(directory.resolve("never"))) {
            terminal.see("starting ").type("\u0003").see("stopped before the agent had answered");
            assertThat(terminal.exitCode()).isEqualTo(ChatCommand.LOST);
        }
    }

    @Test
    void loginIsStoppedByControlC() throws Exception {
        try (PseudoTerminal terminal = console(LockedAgent.class)) {
            terminal.see("connected to locked-agent");
            terminal.enter("hello").see("logging in").see("Ctrl-C to stop").type("\u0003");
            terminal.see("You are not logged in. /login tries again.");
            terminal.enter("/quit");
            assertThat(terminal.exitCode()).isZero();
            assertThat(terminal.text()).doesNotContainPattern("opening a session · \\d+ s · Ctrl-C");
        }
    }

    /** An agent that waits for a login which never comes. */
    public static final class LockedAgent {
        private LockedAgent() {}

        public static void main(String[] args) throws InterruptedException {
            AcpAgent.builder()
                    .info("locked-agent", "1")
                    .onAuthenticate(
                            List.of(AuthMethodAgent.of(new AuthMethodId("browser"), "By browser")),
                            (request, context) -> new CountDownLatch(1).await())
                    .onNewSession((request, setup) -> {
                        throw AcpErrorException.authRequired();
                    })
                    .onPrompt(turn -> {})
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }

    private static PseudoTerminal slow(Path ready) throws Exception {
        List<String> args = new ArrayList<>(List.of("chat", "--"));
        args.addAll(ChildJvm.java(SlowAgent.class, ready.toString()));
        return new PseudoTerminal(ChildJvm.java(Main.class, args.toArray(String[]::new)));
    }

    /** An agent that answers once a file is there. */
    public static final class SlowAgent {
        private SlowAgent() {}

        public static void main(String[] args) throws InterruptedException {
            await().atMost(Duration.ofMinutes(5)).until(() -> Files.exists(Path.of(args[0])));
            AcpAgent.builder()
                    .info("slow-agent", "1")
                    .onPrompt(turn -> turn.say("at last: " + turn.text()))
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }
}
