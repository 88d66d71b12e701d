package io.acp4j.cli.usage;

import picocli.CommandLine.Option;

/** The option {@code --help} of a command. */
public final class HelpOption {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean isRequested;

    /** Creates the option, for picocli. */
    public HelpOption() {}
}
