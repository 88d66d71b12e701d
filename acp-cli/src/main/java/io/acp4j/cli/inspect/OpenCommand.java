package io.acp4j.cli.inspect;

import io.acp4j.inspector.Viewer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows recordings: {@code acp open FILE…}. */
@Command(
        name = "open",
        description = {
            "Opens a page that shows recordings.",
            "It accepts recordings of this project, of taps and of other tools, such as logs."
        },
        exitCodeList = {
            "0:The user ended it.",
            "1:The page could not be served, or a recording could not be read.",
            "2:The arguments were wrong."
        })
public final class OpenCommand extends ViewerCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The recordings.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: a free one.")
    private int port;

    /** Creates the command, for picocli. */
    public OpenCommand() {}

    @Override
    int port() {
        return port;
    }

    @Override
    Viewer open() throws IOException {
        return Viewer.open(files, port);
    }
}
