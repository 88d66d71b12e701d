package io.acp4j.inspector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows recordings: {@code inspector open FILE…}. */
@Command(
        name = "open",
        mixinStandardHelpOptions = true,
        description = "Shows recordings: our own, lines of JSON of other tools, traces, what a tap has kept.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The user ended it.",
            "1:The page could not be served, or a recording not be read.",
            "2:The arguments were wrong."
        })
final class OpenCommand implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The recordings.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: a free one.")
    private int port;

    @Option(names = "--no-browser", description = "Print the address, and open no browser.")
    private boolean noBrowser;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        var line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        Arguments.checkPort(line, port);
        try (Viewer viewer = Viewer.open(files, port)) {
            Serving.untilEnd(viewer, viewer.address(), line.getOut(), noBrowser);
            return 0;
        } catch (IOException e) {
            line.getErr().println(e.getMessage());
            return 1;
        }
    }
}
