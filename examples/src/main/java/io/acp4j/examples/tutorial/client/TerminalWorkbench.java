package io.acp4j.examples.tutorial.client;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.schema.SessionId;
import io.acp4j.transport.stdio.AgentCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;

/** A workbench in a terminal: each line is a prompt, and questions are answered with "y". */
public final class TerminalWorkbench implements Workbench.View {

    private final BufferedReader in;
    private final PrintStream out;
    private List<String> shown = List.of();

    private TerminalWorkbench(BufferedReader in, PrintStream out) {
        this.in = in;
        this.out = out;
    }

    /**
     * Launches an agent and works with it in the present directory, until the input ends.
     *
     * @param agent the agent's command
     * @throws IOException when the input cannot be read
     */
    // snippet:main
    public static void main(String[] agent) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        run(in, System.out, AcpClient.builder(AgentCommand.of(agent).transport().launch()));
    }

    static void run(BufferedReader in, PrintStream out, AcpClientBuilder agent) throws IOException {
        try (Workbench workbench = Workbench.connect(agent, new Editors(), new TerminalWorkbench(in, out))) {
            ClientSession session = workbench.begin(Path.of("").toAbsolutePath());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                session.prompt(line);
            }
        }
    }

    @Override
    public synchronized void show(SessionId session, List<String> lines) {
        int same = 0;
        while (same < Math.min(shown.size(), lines.size()) && shown.get(same).equals(lines.get(same))) {
            same++;
        }
        lines.subList(same, lines.size()).forEach(out::println); // a line that grows is printed again
        shown = lines;
    }

    @Override
    public boolean confirms(String question) {
        out.println(question + " [y/n]");
        try {
            return "y".equals(in.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException("the input cannot be read", e);
        }
    }
    // end
}
