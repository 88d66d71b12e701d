package io.acp4j.architecture;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A package is read from the bottom up; when that takes too many steps, it is more than one package. */
class LayersTest {

    private static final int MOST = 7;

    /** What has more, and may only get fewer: connections are still in one package with the sessions that they open. */
    private static final Map<String, Integer> PENDING = Map.of("io.acp4j.agent.internal.session", 18);

    /** How many types may use each other in a circle: a session, its work, its tool calls, its terminals, and what they send and record. */
    private static final int LARGEST_KNOT = 9;

    @Test
    void packagesOfTheAgentHaveSevenLayersAtMost() {
        Map<String, Integer> layers = new TreeMap<>();
        usesInPackagesOfTheAgent().forEach((name, types) -> layers.put(name, layers(types)));

        assertThat(layers)
                .allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(PENDING.getOrDefault(name, MOST)));
    }

    @Test
    void onlyASessionAndWhatItConsistsOfUseEachOtherInACircle() {
        Map<String, List<String>> knots = new TreeMap<>();
        usesInPackagesOfTheAgent().forEach((name, types) -> knots.put(name, largestKnot(types)));

        assertThat(knots).allSatisfy((name, types) -> assertThat(types).hasSizeLessThanOrEqualTo(LARGEST_KNOT));
        assertThat(knots.get("io.acp4j.agent.internal.session"))
                .noneMatch(
                        type -> type.matches(".*(Connection|Configuration|Handlers|Wiring|Turns|Sessions|Lifecycle)"));
    }

    /** Returns the types of the largest set in which each uses each other, directly or not. */
    private static List<String> largestKnot(Map<String, Set<String>> uses) {
        Map<String, Set<String>> reached = new HashMap<>();
        uses.keySet().forEach(type -> reached.put(type, reached(type, uses)));
        return uses.keySet().stream()
                .map(type -> reached.get(type).stream()
                        .filter(other -> reached.getOrDefault(other, Set.of()).contains(type))
                        .sorted()
                        .toList())
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    private static Map<String, Map<String, Set<String>>> usesInPackagesOfTheAgent() {
        Map<String, Map<String, Set<String>>> uses = new TreeMap<>();
        DependencyRulesTest.PUBLISHED.stream()
                .filter(type -> type.getPackageName().matches("io\\.acp4j\\.agent(\\..*)?"))
                .forEach(type -> uses.computeIfAbsent(type.getPackageName(), name -> new HashMap<>())
                        .computeIfAbsent(outermost(type), name -> new HashSet<>())
                        .addAll(neighbours(type)));
        assertThat(uses).hasSizeGreaterThan(5);
        return uses;
    }

    private static String outermost(JavaClass type) {
        return type.getName().replaceAll("\\$.*", "");
    }

    private static Set<String> neighbours(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .map(use -> use.getTargetClass().getBaseComponentType())
                .filter(used -> used.getPackageName().equals(type.getPackageName()))
                .map(LayersTest::outermost)
                .filter(used -> !used.equals(outermost(type)))
                .collect(toSet());
    }

    /** Returns how many types stand on each other at most, where those that use each other count as one. */
    private static int layers(Map<String, Set<String>> uses) {
        Map<String, Set<String>> reached = new HashMap<>();
        uses.keySet().forEach(type -> reached.put(type, reached(type, uses)));
        Map<String, Integer> known = new HashMap<>();
        return uses.keySet().stream()
                .mapToInt(type -> layer(type, reached, known))
                .max()
                .orElse(0);
    }

    private static int layer(String type, Map<String, Set<String>> reached, Map<String, Integer> known) {
        Integer before = known.get(type);
        if (before != null) {
            return before;
        }
        int below = reached.get(type).stream()
                .filter(used -> !reached.getOrDefault(used, Set.of()).contains(type))
                .mapToInt(used -> layer(used, reached, known))
                .max()
                .orElse(0);
        known.put(type, below + 1);
        return below + 1;
    }

    private static Set<String> reached(String from, Map<String, Set<String>> uses) {
        Set<String> reached = new HashSet<>();
        Deque<Collection<String>> open = new ArrayDeque<>(List.of(uses.get(from)));
        while (!open.isEmpty()) {
            for (String next : open.pop()) {
                if (reached.add(next)) {
                    open.push(uses.getOrDefault(next, Set.of()));
                }
            }
        }
        reached.remove(from);
        return reached;
    }
}
