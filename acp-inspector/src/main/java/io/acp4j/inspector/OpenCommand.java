package io.acp4j.inspector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows recordings: {@code inspector open FILE…}. */
@Command(
        name = "open",
        description = "Shows recordings: our own, lines of JSON of other tools, traces, what a tap has kept.",
        exitCodeList = {
            "0:The user ended it.",
            "1:The page could not be served, or a recording not be read.",
            "2:The arguments were wrong."
        })
final class OpenCommand extends ViewerCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The recordings.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: a free one.")
    private int port;

    @Override
    int port() {
        return port;
    }

    @Override
    Viewer open() throws IOException {
        return Viewer.open(files, port);
    }
}
