package io.acp4j.cli.inspect;

import io.acp4j.cli.usage.HelpOption;
import io.acp4j.cli.usage.UsageErrors;
import io.acp4j.inspector.Viewer;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that serves a page with conversations of others until the user ends it. */
@Command(exitCodeListHeading = "%nExit codes:%n")
abstract class ViewerCommand implements Callable<Integer> {

    @Option(names = "--no-browser", description = "Print the address without opening a browser.")
    private boolean noBrowser;

    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    private @Nullable CommandSpec spec;

    abstract int port();

    abstract Viewer open() throws IOException;

    @Override
    public Integer call() throws InterruptedException {
        CommandLine line = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        UsageErrors.checkPort(line, port());
        try (Viewer viewer = open()) {
            PageServing.begin(viewer, viewer.address(), line.getOut(), noBrowser)
                    .await();
            return 0;
        } catch (IOException e) {
            line.getErr().println(VisibleText.of(String.valueOf(e.getMessage())));
            return 1;
        }
    }
}
