package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.page.PageException;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Catalogue;
import io.acp4j.tck.internal.catalogue.ForkScenario;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The requirements that a run of the kit checks.
 *
 * @param only ids, areas and patterns, separated by commas; empty for all requirements of the profiles
 * @param profiles the profiles besides the published protocol, including those that contain a requirement named by {@code only}
 * @param isScenarios true if the run is about the named scenarios of forks, and {@code only} is empty
 */
record KitSelection(String only, Set<String> profiles, boolean isScenarios) {

    private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9*,-]{0,2000}");
    private static final Pattern COMMA = Pattern.compile(",");

    KitSelection {
        profiles = Set.copyOf(profiles);
    }

    /** Returns the selection of all named scenarios of forks. */
    static KitSelection ofScenarios() {
        return new KitSelection("", Set.of(), true);
    }

    /**
     * Returns the selection of a user, with the profiles that it needs.
     *
     * @param text ids, areas and patterns, separated by commas
     * @param profiles the profiles that the user has chosen
     * @param protocol the version of the protocol
     * @throws PageException if no requirement has one of the names, or a profile is unknown
     */
    static KitSelection of(String text, Collection<String> profiles, int protocol) {
        String only = text.replace(" ", "").toUpperCase(Locale.ROOT);
        if (!NAMES.matcher(only).matches()) {
            throw new PageException(
                    "name requirements such as INIT-006, areas such as FORK, or patterns such as SESS-*");
        }
        Set<String> needed = new TreeSet<>(profiles);
        Collection<Requirement> all = Catalogue.ofAgents(protocol).all();
        for (String name : names(only)) {
            List<Requirement> named =
                    all.stream().filter(each -> Settings.names(name, each.id())).toList();
            if (named.isEmpty()) {
                throw new PageException(
                        "version " + protocol + " has no requirement " + name + "; choose from the list");
            }
            named.stream()
                    .map(Requirement::source)
                    .filter(source -> source != Source.ACP)
                    .forEach(source -> needed.add(source.label()));
        }
        for (String profile : needed) {
            if (Stream.of(Source.values()).noneMatch(source -> source.label().equals(profile))) {
                throw new PageException("there is no profile " + profile);
            }
        }
        return new KitSelection(only, needed, false);
    }

    private static List<String> names(String only) {
        return COMMA.splitAsStream(only).filter(name -> !name.isEmpty()).toList();
    }

    /** Returns the requirements of a version, for the page. */
    static ObjectNode catalogue(int protocol) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("protocol", protocol);
        ArrayNode all = node.putArray("requirements");
        for (Requirement each : Catalogue.ofAgents(protocol).all()) {
            all.addObject()
                    .put("id", each.id())
                    .put("area", each.area())
                    .put("level", each.level().name())
                    .put("profile", each.source().label())
                    .put("text", each.text());
        }
        return node;
    }

    /** Returns true if no requirement of the profiles is left out. */
    boolean isWhole() {
        return names(only).isEmpty() && !isScenarios;
    }

    /** Returns true if a requirement of a report is to be checked, and the agent is judged by it. */
    boolean selects(JsonNode requirement) {
        String id = requirement.path("id").asText();
        boolean isSelected = isScenarios
                ? Stream.of(ForkScenario.values())
                        .anyMatch(scenario -> scenario.requirements().contains(id))
                : isWhole() || names(only).stream().anyMatch(name -> Settings.names(name, id));
        return isSelected && requirement.path("judged").asBoolean();
    }

    /** Returns the arguments that select the requirements on the command line of the kit. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        if (isScenarios) {
            arguments.add("--scenario");
            arguments.add(
                    Stream.of(ForkScenario.values()).map(ForkScenario::label).collect(Collectors.joining(",")));
        } else if (!isWhole()) {
            arguments.addAll(List.of("--only", only));
        }
        if (!profiles.isEmpty()) {
            arguments.addAll(List.of("--profile", String.join(",", profiles)));
        }
        return arguments;
    }
}
