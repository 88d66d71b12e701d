package io.acp4j.cli;

import io.acp4j.cli.usage.HelpOption;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the script that completes commands and options in a shell. */
@Command(
        name = "completion",
        description = "Prints the completion script of a shell.",
        footer = {
            "",
            "Load it in ~/.bashrc or ~/.zshrc:  source <(acp completion)",
            "The script contains the names of the agents that are configured when it is printed."
        })
final class CompletionCommand implements Callable<Integer> {

    /** A shell that the script supports. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh; the script is the same for both.")
    @Nullable
    Shell shell;

    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        line.getOut().print(AutoComplete.bash("acp", AcpCommand.commandLine("acp")));
        line.getOut().flush();
        return 0;
    }
}
