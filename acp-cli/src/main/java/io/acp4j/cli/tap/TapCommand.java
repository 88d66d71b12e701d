package io.acp4j.cli.tap;

import io.acp4j.cli.usage.HelpOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The help of a tap, and the report of wrong arguments; {@link TapProcess} parses those that are right. */
@Command(
        name = "tap",
        description = {
            "Copies what an editor and its agent send.",
            "Put the command into the settings of the editor, before the command of the agent.",
            "All bytes are passed on unchanged. acp taps shows the copies."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "*:The exit code of the agent.",
            "127:The agent could not be started.",
            "2:The arguments were wrong."
        })
public final class TapCommand implements Callable<Integer> {

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "The directory of the copies. Default: $XDG_STATE_HOME/acp-inspector.")
    private @Nullable Path directory;

    @Parameters(
            arity = "1..*",
            paramLabel = "AGENT-COMMAND",
            description = "The agent and its arguments. Put -- before it.")
    private List<String> command = new ArrayList<>();

    @Mixin
    HelpOption help = new HelpOption();

    /** Creates the command, for picocli. */
    public TapCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        new TapProcess(directory, command).run();
        return 0;
    }
}
