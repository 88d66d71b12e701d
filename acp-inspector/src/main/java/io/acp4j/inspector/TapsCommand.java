package io.acp4j.inspector;

import io.acp4j.inspector.tap.TapDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what passes taps: {@code inspector taps}. */
@Command(
        name = "taps",
        mixinStandardHelpOptions = true,
        description = "Shows what passes taps, and has passed them; its address stays the same.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:The user ended it.", "1:The page could not be served.", "2:The arguments were wrong."})
final class TapsCommand implements Callable<Integer> {

    private static final int PORT = 6278;

    @Option(names = "--directory", paramLabel = "DIR", description = "Where taps keep it; the same as theirs.")
    private @Nullable Path directory;

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: 6278.")
    private int port = PORT;

    @Option(names = "--no-browser", description = "Print the address, and open no browser.")
    private boolean noBrowser;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        var line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        Arguments.checkPort(line, port);
        Path chosen = directory;
        TapDirectory taps = chosen == null ? TapDirectory.ofUser(System.getenv()) : new TapDirectory(chosen);
        try (Viewer viewer = Viewer.taps(taps.path(), port, taps.token())) {
            Serving.untilEnd(viewer, viewer.address(), line.getOut(), noBrowser);
            return 0;
        } catch (IOException e) {
            line.getErr().println(e.getMessage());
            return 1;
        }
    }
}
