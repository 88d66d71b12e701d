package io.acp4j.cli.demo;

import io.acp4j.cli.sample.SampleAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.process.PlatformEncoding;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.transport.http.HttpTransport;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts the sample agent as a child process and sends it two prompts. Kills it, starts it again, and continues the session. Forks the
 * conversation at the first answer, sends the second prompt again in other words, and shows both conversations.
 */
final class Demo {

    private Demo() {}

    /** Plays the demo with the sample agent in a temporary directory, and returns the lines to show. */
    static List<String> run(ProtocolVersion version, boolean http) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("acp4j-demo");
        try {
            List<String> command =
                    new ArrayList<>(SampleAgent.command("--no-pacing", "--directory", directory.toString()));
            if (http) {
                command.add("--http");
            }
            return run(command, version, http);
        } finally {
            delete(directory);
        }
    }

    /** Plays the demo with an agent that keeps its sessions in a file, and returns the lines to show. */
    static List<String> run(List<String> command, ProtocolVersion version, boolean http)
            throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        SessionId session = beginAndDie(command, version, http, lines);
        Process process = start(command);
        try (AcpClient client = connect(process, version, http)) {
            Transcript mainTalk = new Transcript();
            ClientSession main = client.loadSession(
                    LoadSessionRequest.builder(session, cwd()).build(), mainTalk::take);
            lines.add("Started it again as process " + process.pid() + " and loaded the session: it knows all "
                    + mainTalk.entries().size() + " messages.");
            ask(main, "And how do I delete one?");

            Transcript.Entry firstAnswer = mainTalk.entries().get(1);
            ClientSession fork = main.forks().fork(ForkPoint.at(firstAnswer.id()));
            Transcript forkTalk = mainTalk.upTo(firstAnswer.id());
            fork.onUpdate(forkTalk::take);
            lines.add("Forked at the first answer, message " + firstAnswer.id()
                    + ", to ask the second question in other words:");
            lines.add("  main  session " + main.id());
            lines.add("  fork  session " + fork.id());
            ask(fork, "How do I branch one?");
            lines.add("");
            lines.addAll(ForkView.draw("main", mainTalk.entries(), "fork", forkTalk.entries()));
            return lines;
        } finally {
            process.destroy();
        }
    }

    /** Runs two turns with an agent, and kills it without notice. */
    private static SessionId beginAndDie(
            List<String> command, ProtocolVersion version, boolean http, List<String> lines)
            throws IOException, InterruptedException {
        Process process = start(command);
        try (AcpClient client = connect(process, version, http)) {
            lines.add("Talking to the sample agent, process " + process.pid()
                    + (http ? ", over Streamable HTTP" : ", over its stdin and stdout") + ", in version " + version
                    + " of the protocol.");
            ClientSession main = client.newSession(Path.of("."));
            ask(main, "What is a session?");
            ask(main, "How do I list them?");
            process.destroyForcibly().waitFor();
            lines.add("Killed it after two turns (exit code " + process.exitValue() + ").");
            return main.id();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Starts the agent with a process builder, because the demo kills it. Other clients use {@code StdioTransport.launch}. */
    private static Process start(List<String> command) throws IOException {
        return PlatformEncoding.ofThisSystem()
                .start(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    private static AcpClient connect(Process process, ProtocolVersion version, boolean http) throws IOException {
        Transport transport = http
                ? HttpTransport.connect(firstLine(process))
                : StdioTransport.over(process.getInputStream(), process.getOutputStream());
        return AcpClient.builder(transport)
                .info("acp4j-demo", "0.1.0")
                .protocolVersions(version)
                .connect();
    }

    /** Reads the address of the agent. */
    private static String firstLine(Process process) throws IOException {
        String address = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (address == null) {
            throw new IOException("the agent has ended without saying where it serves");
        }
        return address;
    }

    private static String cwd() {
        return Path.of(".").toAbsolutePath().normalize().toString();
    }

    /** Sends a prompt, and returns after all updates of the turn have been handled. */
    private static void ask(ClientSession session, String question) {
        session.prompt(question);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
