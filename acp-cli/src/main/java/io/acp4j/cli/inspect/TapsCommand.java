package io.acp4j.cli.inspect;

import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.tap.TapDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the conversations that taps copy: {@code acp taps}. */
@Command(
        name = "taps",
        description = {
            "Opens a page that shows what taps have copied.",
            "The page follows running taps. Its address stays the same."
        },
        exitCodeList = {"0:The user ended it.", "1:The page could not be served.", "2:The arguments were wrong."})
public final class TapsCommand extends ViewerCommand {

    private static final int PORT = 6278;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "The directory of the copies; the same as for acp tap.")
    private @Nullable Path directory;

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: 6278.")
    private int port = PORT;

    /** Creates the command, for picocli. */
    public TapsCommand() {}

    @Override
    int port() {
        return port;
    }

    @Override
    Viewer open() throws IOException {
        TapDirectory taps = directory == null ? TapDirectory.ofUser(System.getenv()) : new TapDirectory(directory);
        return Viewer.taps(taps.path(), port, taps.token());
    }
}
