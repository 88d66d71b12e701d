package io.acp4j.cli.demo;

import io.acp4j.cli.sample.SampleAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
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
public final class Demo {

    private static final String USAGE = """
            Usage: ./demo [--protocol 1|2] [--http]
            Talks with an agent that is killed and goes on, and forks the conversation at a message.
              --protocol 1|2   The version of the protocol; 2 is a draft. Default: 1.
              --http           Over Streamable HTTP, not over the agent's stdin and stdout.""";

    private Demo() {}

    /**
     * Runs the demo.
     *
     * @param args {@code --protocol} and the version of the protocol to ask for, 1 or 2; {@code --http} to talk to the agent over
     *     Streamable HTTP instead of its stdin and stdout; both may be left out. {@code --help} tells more.
     * @throws IOException when no temporary directory can be made
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
            System.out.println(USAGE);
            return;
        }
        boolean http = List.of(args).contains("--http");
        ProtocolVersion version =
                version(Stream.of(args).filter(arg -> !arg.equals("--http")).toArray(String[]::new));
        Path directory = Files.createTempDirectory("acp4j-demo");
        try {
            List<String> command =
                    new ArrayList<>(SampleAgent.command("--no-pacing", "--directory", directory.toString()));
            if (http) {
                command.add("--http");
            }
            run(command, version, http).forEach(System.out::println);
        } finally {
            delete(directory);
        }
    }

    /** Plays the demo with an agent that keeps its sessions in a file, and gives what is to be shown. */
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
            ClientSession fork = main.fork(firstAnswer.id());
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

    /** Talks two turns with an agent and kills it without a warning. */
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

    /** Starts the agent by hand, to have hold of its process; {@code StdioTransport.launch} does more for real clients. */
    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
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

    /** Reads where the agent serves. */
    private static String firstLine(Process process) throws IOException {
        String address = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (address == null) {
            throw new IOException("the agent has ended without saying where it serves");
        }
        return address;
    }

    private static ProtocolVersion version(String... args) {
        if (args.length == 0) {
            return ProtocolVersion.V1;
        }
        if (args.length == 2
                && args[0].equals("--protocol")
                && List.of("1", "2").contains(args[1])) {
            return new ProtocolVersion(Integer.parseInt(args[1]));
        }
        System.err.println(USAGE);
        System.exit(2);
        return ProtocolVersion.V1;
    }

    private static String cwd() {
        return Path.of(".").toAbsolutePath().normalize().toString();
    }

    /** Asks and waits; when it returns, every update of the turn has been handled. */
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
