package io.acp4j.examples.console;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.examples.console.Terminal.Style;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.v1.init.Implementation;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Talks to any agent: {@code console-client -- my-agent --acp}, or {@code console-client --ws URL} to one that is elsewhere.
 * Each line is a prompt; the end of input ends it.
 */
public final class ConsoleClient {

    private final Terminal terminal;

    ConsoleClient(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Runs the client.
     *
     * @param args {@code --} and the command that starts the agent, or {@code --ws} and its address
     * @throws IOException when the terminal cannot be read
     */
    public static void main(String[] args) throws IOException {
        if (args.length == 2 && args[0].equals("--ws")) {
            System.exit(new ConsoleClient(Terminal.ofThisProcess()).run(args[1], () -> WsTransport.connect(args[1])));
        }
        if (args.length < 2 || !args[0].equals("--")) {
            System.err.println("usage: console-client -- AGENT-COMMAND [ARG...]");
            System.err.println("       console-client --ws URL");
            System.exit(2);
        }
        List<String> command = Arrays.asList(args).subList(1, args.length);
        System.exit(new ConsoleClient(Terminal.ofThisProcess()).run(command));
    }

    /** Talks to an agent of its own until the input ends; gives the exit code. */
    int run(List<String> command) throws IOException {
        return run(command.get(0), () -> StdioTransport.launch(command));
    }

    /** Talks until the input ends; gives the exit code. */
    int run(String where, Supplier<Transport> transport) throws IOException {
        UpdatePrinter printer = new UpdatePrinter(terminal);
        PermissionQuestion permissions = new PermissionQuestion(terminal);
        try (AcpClient client = AcpClient.builder(transport.get())
                .info("acp4j-console", "0.1.0")
                .onUpdate(printer::show)
                .onPermission(permissions::ask)
                .connect()) {
            Implementation agent = client.agentInfo();
            terminal.line("connected to " + (agent == null ? where : agent.name()), Style.DIM);
            talk(client.newSession(Path.of(".")));
            return 0;
        } catch (AcpException e) {
            terminal.line(String.valueOf(e.getMessage()), Style.RED);
            return 1;
        }
    }

    private void talk(ClientSession session) throws IOException {
        String prompt;
        while ((prompt = terminal.ask("> ")) != null) {
            if (!prompt.isBlank()) {
                take(session, prompt);
            }
        }
    }

    private void take(ClientSession session, String prompt) {
        try {
            terminal.progress();
            StopReason reason = session.prompt(prompt).stopReason();
            terminal.endLine();
            if (!reason.equals(StopReason.END_TURN)) {
                terminal.line("(" + reason + ")", Style.DIM);
            }
        } catch (ConnectionClosedException e) {
            throw e;
        } catch (AcpException e) {
            // One failed turn does not end the conversation.
            terminal.line(String.valueOf(e.getMessage()), Style.RED);
        }
    }
}
