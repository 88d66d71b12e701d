package io.acp4j.tck.internal.cli;

import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that has all others. */
@Command(
        name = "acp-tck",
        mixinStandardHelpOptions = true,
        versionProvider = TckCommand.Version.class,
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

    /** The version of the archive that contains the kit. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = TckCommand.class.getPackage().getImplementationVersion();
            return new String[] {"acp-tck " + Objects.requireNonNullElse(version, "(not packaged)")};
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Specify a command: agent, client, list, explain or compare");
    }
}
