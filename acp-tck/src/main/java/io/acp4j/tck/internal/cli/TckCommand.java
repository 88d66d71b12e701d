package io.acp4j.tck.internal.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that has all others. */
@Command(
        name = "acp-tck",
        mixinStandardHelpOptions = true,
        version = "acp-tck 0.1.0",
        description = "Certifies implementations of the Agent Client Protocol.",
        subcommands = {
            AgentCommand.class,
            ClientCommand.class,
            ListCommand.class,
            ExplainCommand.class,
            CompareCommand.class
        })
final class TckCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: agent, client, list, explain or compare");
    }
}
