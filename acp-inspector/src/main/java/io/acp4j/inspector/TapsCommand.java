package io.acp4j.inspector;

import io.acp4j.inspector.tap.TapDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what passes taps: {@code inspector taps}. */
@Command(
        name = "taps",
        description = "Shows what passes taps, and has passed them; its address stays the same.",
        exitCodeList = {"0:The user ended it.", "1:The page could not be served.", "2:The arguments were wrong."})
final class TapsCommand extends ViewerCommand {

    private static final int PORT = 6278;

    @Option(names = "--directory", paramLabel = "DIR", description = "Where taps keep it; the same as theirs.")
    private @Nullable Path directory;

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: 6278.")
    private int port = PORT;

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
