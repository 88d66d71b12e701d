package io.acp4j.tck.internal.cli;

import io.acp4j.tck.internal.catalogue.Catalogue;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the requirements, one a line. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists all requirements: id, level, source, what it hangs on, sentence, citation.")
final class ListCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Stream.of(Catalogue.ofAgents(), Catalogue.ofClients())
                .flatMap(catalogue -> catalogue.all().stream())
                .forEach(requirement -> out.println(String.format(
                        Locale.ROOT,
                        "%-14s %-8s %-5s %-22s %s [%s]",
                        requirement.id(),
                        requirement.level(),
                        requirement.source().label(),
                        requirement.needs().isEmpty() ? "-" : String.join(",", requirement.needs()),
                        requirement.text(),
                        requirement.citation())));
        out.flush();
    }
}
