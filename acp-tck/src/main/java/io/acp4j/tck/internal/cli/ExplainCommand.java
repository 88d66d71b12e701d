package io.acp4j.tck.internal.cli;

import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.client.v2.ClientSuites;
import io.acp4j.tck.internal.run.Suite;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says all there is to say about one requirement. */
@Command(name = "explain", mixinStandardHelpOptions = true, description = "Explains one requirement.")
final class ExplainCommand implements Runnable {

    @Parameters(index = "0", paramLabel = "ID", description = "Id of the requirement, such as FORK-032.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String id;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        String name = id.toUpperCase(Locale.ROOT);
        int version = name.startsWith("V2-") ? 2 : 1;
        Suite suite = name.contains("CLI-") ? ClientSuites.of(version) : V2Suite.of(version);
        Requirement requirement = suite.catalogue()
                .find(id.toUpperCase(Locale.ROOT))
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "There is no requirement " + id + "; `list` shows all"));
        List<String> ways = Stream.concat(
                        suite.scenarios().stream()
                                .filter(scenario -> scenario.proves().contains(requirement.id()))
                                .map(scenario -> "scenario " + scenario.name()),
                        suite.monitors().stream()
                                .filter(monitor -> monitor.watches().contains(requirement.id()))
                                .map(monitor -> "every message of every scenario"))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        out.println(requirement.id() + " (" + requirement.level() + ")");
        out.println(requirement.text());
        out.println("Source:  " + requirement.citation() + " – " + requirement.link());
        out.println("Asked for by: " + requirement.source().label());
        out.println("Applies: "
                + (requirement.needs().isEmpty() ? "always" : "with " + String.join(", ", requirement.needs())));
        out.println("Shown by: " + String.join(", ", ways));
        out.flush();
    }
}
