package io.acp4j.cli;

import io.acp4j.cli.agent.AgentsCommand;
import io.acp4j.cli.certify.CertifyProcess;
import io.acp4j.cli.chat.ChatCommand;
import io.acp4j.cli.demo.DemoCommand;
import io.acp4j.cli.inspect.InspectCommand;
import io.acp4j.cli.inspect.OpenCommand;
import io.acp4j.cli.inspect.TapsCommand;
import io.acp4j.cli.recording.ConvertCommand;
import io.acp4j.cli.recording.DiffCommand;
import io.acp4j.cli.recording.ExportCommand;
import io.acp4j.cli.recording.MatrixCommand;
import io.acp4j.cli.recording.ReplayCommand;
import io.acp4j.cli.recording.StatsCommand;
import io.acp4j.cli.recording.ValidateCommand;
import io.acp4j.cli.sample.SampleAgentCommand;
import io.acp4j.cli.tap.TapCommand;
import io.acp4j.cli.usage.UsageErrors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** The command {@code acp} with its subcommands. */
@Command(
        name = "acp",
        mixinStandardHelpOptions = true,
        versionProvider = AcpCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs, inspects and certifies agents and clients of the Agent Client Protocol.",
        footer = {"", "@|bold ${COMMAND-NAME} COMMAND --help|@ describes a command."},
        subcommands = {
            DemoCommand.class,
            InspectCommand.class,
            ChatCommand.class,
            OpenCommand.class,
            ValidateCommand.class,
            StatsCommand.class,
            DiffCommand.class,
            ReplayCommand.class,
            ConvertCommand.class,
            ExportCommand.class,
            TapCommand.class,
            TapsCommand.class,
            AgentsCommand.class,
            MatrixCommand.class,
            SampleAgentCommand.class,
            CompletionCommand.class
        })
final class AcpCommand implements Callable<Integer> {

    private static final String CERTIFY = "certify";
    private static final int WRONG_USAGE = 2;

    /** Width of the help, in columns. Each description fits on one line. */
    private static final int HELP_WIDTH = 100;

    /** Width of the column with the names of options: that of the longest name. */
    private static final int OPTION_WIDTH = 26;

    /** The commands in the order and with the headings of the help. */
    private static final Map<String, List<String>> GROUPS = groups();

    /** Commands whose arguments end with the command of an agent. Its options are not parsed. */
    private static final List<String> WITH_AGENT_COMMAND = List.of("inspect", "chat", "tap");

    @Spec
    private @Nullable CommandSpec spec;

    private AcpCommand() {}

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Start here:", List.of("demo", "inspect", "chat", CERTIFY));
        groups.put("Recordings:", List.of("open", "validate", "stats", "diff", "replay", "convert", "export"));
        groups.put("Advanced:", List.of("tap", "taps", "agents", "matrix", "sample-agent", "completion"));
        return groups;
    }

    /**
     * Returns the command line of the program.
     *
     * @param name the name of the command in help and messages
     */
    static CommandLine commandLine(String name) {
        CommandLine line = new CommandLine(new AcpCommand())
                .setCommandName(name)
                .setCaseInsensitiveEnumValuesAllowed(true)
                // The command of an agent may contain arguments such as @scope/package.
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(UsageErrors::print);
        line.getSubcommands()
                .forEach((command, each) -> each.setStopAtPositional(WITH_AGENT_COMMAND.contains(command)));
        line.addSubcommand(CERTIFY, CertifyProcess.commandLine(CERTIFY));
        line.setUsageHelpWidth(HELP_WIDTH).setUsageHelpLongOptionsMaxWidth(OPTION_WIDTH);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, AcpCommand::commandList);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, unused -> "");
        return line;
    }

    private static String commandList(Help help) {
        StringBuilder list = new StringBuilder();
        GROUPS.forEach((heading, names) -> {
            Map<String, Help> commands = new LinkedHashMap<>();
            names.forEach(name ->
                    commands.put(name, Objects.requireNonNull(help.subcommands().get(name), name)));
            list.append(String.format("%n%s%n%s", heading, help.commandList(commands)));
        });
        return list.toString();
    }

    @Override
    public Integer call() {
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        line.usage(line.getErr());
        return WRONG_USAGE;
    }

    /** The version of the archive that contains this class. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = AcpCommand.class.getPackage().getImplementationVersion();
            return new String[] {"acp " + Objects.requireNonNullElse(version, "(not packaged)")};
        }
    }
}
