package io.acp4j.tck.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a peer that does everything right was seen to send, member by member, and in which scenarios. */
final class GoodTraffic {

    private final Map<String, Map<String, Set<Alteration>>> places = new TreeMap<>();
    private final Map<String, Set<ScenarioRun>> runs = new TreeMap<>();
    private final Set<String> passed = new HashSet<>();

    GoodTraffic(Collection<ScenarioRun> all) {
        for (ScenarioRun run : all) {
            run.findings().stream()
                    .filter(finding -> finding.outcome() == Outcome.PASS)
                    .forEach(finding -> passed.add(finding.requirement()));
            for (Recording recording : run.recordings()) {
                Kinds kinds = new Kinds();
                for (Entry entry : recording.entries()) {
                    if (entry.json() == null || entry.kind() == Entry.Kind.NOTE) {
                        continue;
                    }
                    if (entry.sent()) {
                        kinds.sent(entry.json());
                    } else {
                        add(run, kinds.of(entry.json()), entry.json());
                    }
                }
            }
        }
    }

    private void add(ScenarioRun run, String kind, JsonNode message) {
        runs.computeIfAbsent(kind, ignored -> new LinkedHashSet<>()).add(run);
        Map<String, Set<Alteration>> found = places.computeIfAbsent(kind, ignored -> new TreeMap<>());
        note(found, "", message, true);
        members(found, "", message);
    }

    private static void members(Map<String, Set<Alteration>> found, String place, JsonNode node) {
        if (node.isObject()) {
            node.properties().forEach(member -> {
                String name = member.getKey().replace("~", "~0").replace("/", "~1");
                note(found, place + "/" + name, member.getValue(), false);
                members(found, place + "/" + name, member.getValue());
            });
        } else {
            for (JsonNode element : node) {
                note(found, place + "/*", element, false);
                members(found, place + "/*", element);
            }
        }
    }

    private static void note(Map<String, Set<Alteration>> found, String place, JsonNode value, boolean whole) {
        Set<Alteration> fitting = found.computeIfAbsent(place, ignored -> EnumSet.noneOf(Alteration.class));
        for (Alteration alteration : Alteration.values()) {
            if (alteration.isOfWholeMessages() == whole && alteration.fits(value)) {
                fitting.add(alteration);
            }
        }
    }

    /** Returns whether the peer was seen to fulfil a requirement. */
    boolean passed(String requirement) {
        return passed.contains(requirement);
    }

    /** Lists each kind of message × member × alteration that fits it. */
    List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        places.forEach((kind, members) -> members.forEach((place, alterations) ->
                alterations.forEach(alteration -> rules.add(new Rule(kind, place, alteration)))));
        return rules;
    }

    /** Lists the scenarios in which messages of a kind came, those that take the least time first. */
    List<ScenarioRun> runsWith(String kind) {
        return runs.getOrDefault(kind, Set.of()).stream()
                .sorted(Comparator.comparingLong(ScenarioRun::millis))
                .toList();
    }
}
