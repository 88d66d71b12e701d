package io.acp4j.cli.certify;

import io.acp4j.cli.usage.UsageErrors;
import io.acp4j.inspector.check.ArgumentFile;
import io.acp4j.tck.internal.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Runs the conformance kit in this process, and accepts the names of configured agents. */
public final class CertifyProcess {

    private static final String AGENT = "agent";

    private CertifyProcess() {}

    /**
     * Returns the command line of the kit with the options for configured agents, for help and completion.
     *
     * @param name the name of the command
     * @return the command line
     */
    public static CommandLine commandLine(String name) {
        CommandLine line = Main.commandLine().setCommandName(name);
        CommandSpec agent = agent(line).getCommandSpec();
        agent.addMixin("configured", CommandSpec.forAnnotatedObject(new ConfiguredSubject()));
        agent.usageMessage()
                .customSynopsis(
                        "@|bold ${COMMAND-FULL-NAME}|@ [OPTION...] -- COMMAND [ARG...]",
                        "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] --agent NAME",
                        "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] --ws URL | --http URL");
        return line;
    }

    private static CommandLine agent(CommandLine kit) {
        return Objects.requireNonNull(kit.getSubcommands().get(AGENT), AGENT);
    }

    /**
     * Runs the kit and ends this process with its exit code.
     *
     * @param name the name of the command in help and messages
     * @param arguments the arguments of the kit; its command {@code agent} also accepts {@code --agent} and {@code --config}
     */
    public static void run(String name, List<String> arguments) {
        List<String> own = own(arguments);
        if (own.contains("--help") || own.contains("-h")) {
            System.exit(commandLine(name).execute(own.toArray(String[]::new)));
        }
        System.setProperty(Main.NAME, name);
        Main.main(kitArguments(name, arguments).toArray(String[]::new));
    }

    /** Returns the arguments before the command of a subject. */
    private static List<String> own(List<String> arguments) {
        int end = arguments.indexOf("--");
        return end < 0 ? arguments : arguments.subList(0, end);
    }

    private static List<String> kitArguments(String name, List<String> arguments) {
        List<String> own = own(arguments);
        if (own.isEmpty() || !own.get(0).equals(AGENT) || own.stream().noneMatch(CertifyProcess::selectsAgent)) {
            return arguments;
        }
        try {
            if (own.size() < arguments.size()) {
                throw new ParameterException(
                        agent(commandLine(name)), "Name one agent: -- and its command, or --agent and its name.");
            }
            List<String> replaced = ConfiguredSubject.replaced(own.subList(1, own.size()));
            Path directory = Files.createTempDirectory("acp-certify");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory), "delete-arguments"));
            return List.of(AGENT, ArgumentFile.write(directory, replaced));
        } catch (ParameterException e) {
            System.exit(UsageErrors.print(
                    new ParameterException(agent(commandLine(name)), String.valueOf(e.getMessage()), e)));
        } catch (IOException e) {
            throw new UncheckedIOException("The arguments of the kit cannot be written to a temporary file", e);
        }
        return arguments;
    }

    private static boolean selectsAgent(String argument) {
        return argument.equals(ConfiguredSubject.OPTION) || argument.startsWith(ConfiguredSubject.OPTION + "=");
    }

    private static void delete(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve("arguments"));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // The directory of temporary files is readable by this user only.
        }
    }
}
