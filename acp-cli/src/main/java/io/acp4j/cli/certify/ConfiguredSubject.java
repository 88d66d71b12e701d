package io.acp4j.cli.certify;

import io.acp4j.cli.agent.AddressOptions;
import io.acp4j.cli.agent.AgentTarget;
import io.acp4j.cli.agent.ConfigurationOption;
import io.acp4j.cli.agent.ConfiguredNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/** The options that select a configured agent for the kit. They are replaced by options of the kit, which has no configuration file. */
@Command
final class ConfiguredSubject {

    static final String OPTION = "--agent";

    @Option(
            names = OPTION,
            paramLabel = "NAME",
            completionCandidates = ConfiguredNames.class,
            description = "Certify a configured agent; acp agents lists them.")
    private @Nullable String name;

    @Mixin
    private ConfigurationOption configuration = new ConfigurationOption();

    @Unmatched
    private List<String> others = new ArrayList<>();

    /**
     * Replaces the options by arguments of the kit.
     *
     * @param own the options of the command {@code agent}, without those after {@code --}
     * @return arguments of the kit that may contain secrets, the last of which are those of the agent
     * @throws ParameterException if the agent is not configured, or its token is missing
     */
    static List<String> replaced(List<String> own) {
        ConfiguredSubject subject = new ConfiguredSubject();
        CommandLine line = new CommandLine(subject).setExpandAtFiles(false);
        line.parseArgs(own.toArray(String[]::new));
        String selected = subject.name;
        if (selected == null) {
            return own;
        }
        AgentTarget agent = subject.configuration.find(line, selected).target(line, new AddressOptions(), List.of());
        List<String> arguments = new ArrayList<>(subject.others);
        arguments.addAll(agent.kitArguments());
        return arguments;
    }
}
