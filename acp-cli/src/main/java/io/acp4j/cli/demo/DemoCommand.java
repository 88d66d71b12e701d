package io.acp4j.cli.demo;

import io.acp4j.cli.usage.HelpOption;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows a conversation that survives a crash of its agent, and a fork of it. */
@Command(
        name = "demo",
        description = {
            "Shows a conversation that survives a crash of its agent, and a fork of it.",
            "Starts the sample agent, sends two prompts, and kills it. Starts it again, continues the session,",
            "forks it at the first answer, and shows both conversations."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:The demo was shown.", "1:It failed.", "2:The arguments were wrong."})
public final class DemoCommand implements Callable<Integer> {

    @Option(
            names = "--protocol",
            paramLabel = "1|2",
            description = "The version of the protocol; 2 is a draft. Default: 1.")
    private int protocol = 1;

    @Option(
            names = "--http",
            description = "Use Streamable HTTP instead of the standard input and output of the agent.")
    private boolean http;

    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    private @Nullable CommandSpec spec;

    /** Creates the command, for picocli. */
    public DemoCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        if (protocol != 1 && protocol != 2) {
            throw new ParameterException(line, "--protocol is 1 or 2, not " + protocol + ".");
        }
        PrintWriter out = line.getOut();
        Demo.run(new ProtocolVersion(protocol), http).forEach(out::println);
        out.println();
        out.println("Next: " + next(line.getCommandSpec())
                + " opens a page that shows such a conversation with every message.");
        out.flush();
        return 0;
    }

    /** Returns the command that a newcomer tries next, as the user writes the name of the program. */
    private static String next(CommandSpec command) {
        CommandLine parent = command.commandLine().getParent();
        return (parent == null ? "acp" : parent.getCommandName()) + " inspect";
    }
}
