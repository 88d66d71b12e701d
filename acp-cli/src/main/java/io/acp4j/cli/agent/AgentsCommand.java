package io.acp4j.cli.agent;

import io.acp4j.cli.usage.HelpOption;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the configured agents. */
@Command(
        name = "agents",
        description = {"Lists the configured agents.", "Their names are the values of the option --agent."},
        footer = {"", "A file with one agent:", "  " + AgentCatalog.EXAMPLE},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The agents were listed.",
            "2:The file could not be read or is invalid, or the arguments were wrong."
        })
public final class AgentsCommand implements Callable<Integer> {

    private static final int FAILED = 2;

    @Mixin
    HelpOption help = new HelpOption();

    @Mixin
    private ConfigurationOption configuration = new ConfigurationOption();

    @Spec
    private @Nullable CommandSpec spec;

    /** Creates the command, for picocli. */
    public AgentsCommand() {}

    @Override
    public Integer call() {
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        try {
            PrintWriter out = line.getOut();
            AgentCatalog catalog = configuration.read();
            int width = catalog.entries().stream()
                    .mapToInt(entry -> entry.name().length())
                    .max()
                    .orElse(0);
            catalog.entries()
                    .forEach(entry -> out.println(entry.name()
                            + " ".repeat(width - entry.name().length() + 2)
                            + VisibleText.line(entry.summary())));
            out.flush();
            return 0;
        } catch (IOException e) {
            line.getErr().println(e.getMessage());
            line.getErr().flush();
            return FAILED;
        }
    }
}
