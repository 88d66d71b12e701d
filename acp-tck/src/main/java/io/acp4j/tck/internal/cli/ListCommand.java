package io.acp4j.tck.internal.cli;

import io.acp4j.tck.internal.catalogue.Catalogue;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists the requirements, one a line. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists all requirements: id, level, source, required capabilities, text and citation.")
final class ListCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--protocol",
            paramLabel = "VERSION",
            defaultValue = "1",
            description = "The version of agents and clients, 1 or 2. Default: ${DEFAULT-VALUE}")
    private int protocol;

    private Stream<Catalogue> catalogues() {
        return switch (protocol) {
            case 1 -> Stream.of(Catalogue.ofAgents(), Catalogue.ofClients());
            case 2 -> Stream.of(Catalogue.ofAgents(2), Catalogue.ofClients(2));
            default ->
                throw new ParameterException(
                        spec.commandLine(), "Versions of the protocol are 1 and 2, not " + protocol);
        };
    }

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        catalogues()
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
