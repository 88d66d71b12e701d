package io.acp4j.examples.demo;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.examples.forking.ForkingAgent;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Starts the forking agent as a child process, talks three turns with it, forks the conversation at the first answer,
 * asks the second question again in other words, and shows both conversations.
 */
public final class Demo {

    private Demo() {}

    /**
     * Runs the demo.
     *
     * @param args unused
     */
    public static void main(String[] args) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ForkingAgent.class.getName());
        run(command).forEach(System.out::println);
    }

    /** Plays the demo with an agent and gives what is to be shown. */
    static List<String> run(List<String> command) {
        try (AcpClient client = AcpClient.builder(StdioTransport.launch(command))
                .info("acp4j-demo", "0.1.0")
                .connect()) {
            String agent = Objects.requireNonNull(client.agentInfo()).name();
            System.out.println("Talking to " + agent + ", a child process, over its stdin and stdout.");

            ClientSession main = client.newSession(Path.of("."));
            Transcript mainTalk = new Transcript();
            main.onUpdate(mainTalk::take);
            ask(main, "What is a session?");
            ask(main, "How do I list them?");
            ask(main, "And how do I delete one?");

            Transcript.Entry firstAnswer = mainTalk.entries().get(1);
            ClientSession fork = main.fork(firstAnswer.id());
            Transcript forkTalk = mainTalk.upTo(firstAnswer.id());
            fork.onUpdate(forkTalk::take);
            System.out.println("Forked at the first answer, message " + firstAnswer.id()
                    + ", to ask the second question in other words:");
            System.out.println("  main  session " + main.id());
            System.out.println("  fork  session " + fork.id());
            ask(fork, "How do I branch one?");
            System.out.println();
            return ForkView.draw("main", mainTalk.entries(), "fork", forkTalk.entries());
        }
    }

    /** Asks and waits; when it returns, every update of the turn has been handled. */
    private static void ask(ClientSession session, String question) {
        session.prompt(question);
    }
}
