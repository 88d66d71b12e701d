package io.acp4j.tck.internal.cli;

import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.client.v2.ClientSuites;
import io.acp4j.tck.internal.run.Suite;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
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
        List<Suite> suites = Stream.of(1, 2)
                .map(version -> name.contains("CLI-") ? ClientSuites.of(version) : V2Suite.of(version))
                .filter(suite -> suite.catalogue().find(name).isPresent())
                .toList();
        if (suites.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "There is no requirement " + id + "; `list` shows all");
        }
        Requirement requirement = suites.get(0).catalogue().get(name);
        PrintWriter out = spec.commandLine().getOut();
        out.println(requirement.id() + " (" + requirement.level() + ")");
        out.println(requirement.text());
        out.println("Versions of the protocol: "
                + suites.stream().map(suite -> String.valueOf(suite.protocol())).collect(Collectors.joining(" and ")));
        tell(out, "Source", suites, suite -> source(suite.catalogue().get(name)));
        out.println("Asked for by: " + requirement.source().label());
        out.println("Applies: "
                + (requirement.needs().isEmpty() ? "always" : "with " + String.join(", ", requirement.needs())));
        tell(out, "Shown by", suites, suite -> ways(suite, name));
        out.flush();
    }

    private static String source(Requirement requirement) {
        return requirement.citation() + " – " + requirement.link();
    }

    private static String ways(Suite suite, String name) {
        return Stream.concat(
                        suite.scenarios().stream()
                                .filter(scenario -> scenario.proves().contains(name))
                                .map(scenario -> "scenario " + scenario.name()),
                        suite.monitors().stream()
                                .filter(monitor -> monitor.watches().contains(name))
                                .map(monitor -> "every message of every scenario"))
                .collect(Collectors.joining(", "));
    }

    /** Prints what is so in each version, once where that is the same. */
    private static void tell(PrintWriter out, String what, List<Suite> suites, Function<Suite, String> of) {
        if (suites.stream().map(of).distinct().count() == 1) {
            out.println(what + ": " + of.apply(suites.get(0)));
        } else {
            suites.forEach(suite -> out.println(what + " in version " + suite.protocol() + ": " + of.apply(suite)));
        }
    }
}
