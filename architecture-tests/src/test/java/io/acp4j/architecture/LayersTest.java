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

    private static final String AGENT = "io.acp4j.agent.";

    /** The internal packages of the agent, and which of the agent's packages beside its API each may know. */
    private static final Map<String, Set<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("internal.client", Set.of()),
            Map.entry("internal.memory", Set.of("store")),
            Map.entry("internal.model", Set.of("store", "tree")),
            Map.entry("internal.protocol", Set.of("tree", "internal.client")),
            Map.entry("internal.session", Set.of("tree", "internal.client", "internal.protocol")),
            Map.entry("internal.connection", Set.of("internal.client", "internal.protocol", "internal.session")),
            Map.entry(
                    "internal.serving",
                    Set.of("tree", "internal.client", "internal.protocol", "internal.session", "internal.connection")),
            Map.entry(
                    "internal.persistence",
                    Set.of(
                            "tree",
                            "store",
                            "internal.client",
                            "internal.protocol",
                            "internal.session",
                            "internal.connection")),
            Map.entry("internal.v1", Set.of("internal.client", "internal.protocol")),
            Map.entry(
                    "internal.v2",
                    Set.of(
                            "tree",
                            "internal.client",
                            "internal.protocol",
                            "internal.session",
                            "internal.connection",
                            "internal.serving")),
            Map.entry(
                    "internal.assembly",
                    Set.of(
                            "tree",
                            "internal.protocol",
                            "internal.connection",
                            "internal.persistence",
                            "internal.v1",
                            "internal.v2")));

    /** How many types may use each other in a circle: a session, its work, its tool calls, its terminals, and what they send and record. */
    private static final int LARGEST_KNOT = 9;

    @Test
    void packagesHaveSevenLayersAtMost() {
        Map<String, Integer> deeper = new TreeMap<>();
        usesInPackages("io\\.acp4j\\..*").forEach((name, types) -> {
            int count = layers(types);
            if (count > MOST) {
                deeper.put(name, count);
            }
        });

        assertThat(deeper).isEmpty();
    }

    @Test
    void implementationsOfTheClientAndTheEngineDoNotUseTheTypesThatMakeThem() {
        Map<String, Set<String>> uses = new HashMap<>();
        DependencyRulesTest.PUBLISHED.stream()
                .filter(type -> isOfEngineOrClient(type.getName()))
                .forEach(type -> uses.computeIfAbsent(maker(type), name -> new HashSet<>())
                        .addAll(usedByMaker(type)));
        assertThat(uses).hasSizeGreaterThan(200);

        Set<String> cycles = uses.keySet().stream()
                .filter(type -> !isInternal(type))
                .filter(type -> uses.get(type).stream()
                        .filter(LayersTest::isInternal)
                        .anyMatch(made -> reached(made, uses).contains(type)))
                .collect(toSet());
        assertThat(cycles)
                .as("API types that use an internal type by which they are used")
                .isEmpty();
    }

    private static boolean isOfEngineOrClient(String name) {
        return name.startsWith("io.acp4j.rpc.") || name.startsWith("io.acp4j.client.");
    }

    private static boolean isInternal(String name) {
        return name.contains(".internal.");
    }

    /** Returns the outermost type, but a builder instead of the type that it builds. */
    private static String maker(JavaClass type) {
        return type.getName().replaceAll("\\$(?!Builder\\b).*", "");
    }

    /** Returns the types that a type uses, except its own builder, which it may return. */
    private static Set<String> usedByMaker(JavaClass type) {
        String user = maker(type);
        return type.getDirectDependenciesFromSelf().stream()
                .map(use -> use.getTargetClass().getBaseComponentType())
                .filter(used -> isOfEngineOrClient(used.getName()))
                .map(LayersTest::maker)
                .filter(used -> !used.equals(user) && !used.equals(user + "$Builder") && !used.equals(user + "Builder"))
                .collect(toSet());
    }

    @Test
    void onlyTheNegotiationOfAClientKnowsItsVersionsOfTheProtocol() {
        Set<String> knowing = DependencyRulesTest.PUBLISHED.stream()
                .filter(type -> type.getPackageName().startsWith("io.acp4j.client"))
                .filter(type -> !isOfAVersion(type.getPackageName()))
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(use -> isOfAVersion(use.getTargetClass().getPackageName())))
                .map(LayersTest::outermost)
                .collect(toSet());

        assertThat(knowing).containsExactly("io.acp4j.client.internal.session.Negotiation");
    }

    private static boolean isOfAVersion(String name) {
        return name.matches("io\\.acp4j\\.client\\.internal\\.v\\d+");
    }

    @Test
    void internalPackagesOfTheAgentKnowOnlyThoseBelowThem() {
        Map<String, Set<String>> known = new TreeMap<>();
        DependencyRulesTest.PUBLISHED.stream()
                .filter(type -> type.getPackageName().startsWith(AGENT + "internal."))
                .forEach(type -> known.computeIfAbsent(local(type), name -> new HashSet<>())
                        .addAll(otherPackages(type)));

        assertThat(known.keySet()).isEqualTo(MAY_KNOW.keySet());
        assertThat(known)
                .allSatisfy(
                        (name, used) -> assertThat(MAY_KNOW.get(name)).as(name).containsAll(used));
    }

    private static String local(JavaClass type) {
        return type.getPackageName().substring(AGENT.length());
    }

    private static Set<String> otherPackages(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .map(use -> use.getTargetClass().getBaseComponentType())
                .filter(used -> used.getPackageName().startsWith(AGENT))
                .map(LayersTest::local)
                .filter(name -> !name.equals(local(type)))
                .collect(toSet());
    }

    @Test
    void onlyASessionAndWhatItConsistsOfUseEachOtherInACircle() {
        Map<String, List<String>> knots = new TreeMap<>();
        usesInPackages("io\\.acp4j\\.agent(\\..*)?").forEach((name, types) -> knots.put(name, largestKnot(types)));

        assertThat(knots).allSatisfy((name, types) -> assertThat(types).hasSizeLessThanOrEqualTo(LARGEST_KNOT));
        assertThat(knots.get("io.acp4j.agent.internal.session")).noneMatch(type -> type.endsWith(".Sessions"));
        assertThat(knots)
                .containsEntry("io.acp4j.agent.internal.protocol", List.of())
                .containsEntry("io.acp4j.agent.internal.connection", List.of())
                .containsEntry("io.acp4j.agent.internal.serving", List.of());
    }

    /** Internal packages of the engine and the client with large circles: the most other types in the circle of a type. Elsewhere one. */
    private static final Map<String, Integer> KNOTS = Map.of(
            "io.acp4j.client.internal.host", 2,
            "io.acp4j.client.internal.session", 8,
            "io.acp4j.rpc.internal.connection", 6,
            "io.acp4j.rpc.internal.message", 3,
            "io.acp4j.rpc.internal.transport", 2);

    @Test
    void circlesInPackagesOfTheEngineAndTheClientDoNotGrow() {
        Map<String, List<String>> knots = new TreeMap<>();
        usesInPackages("io\\.acp4j\\.(rpc|client)\\.internal\\..*")
                .forEach((name, types) -> knots.put(name, largestKnot(types)));

        assertThat(knots)
                .containsKeys(KNOTS.keySet().toArray(String[]::new))
                .allSatisfy((name, types) ->
                        assertThat(types).as(name).hasSizeLessThanOrEqualTo(KNOTS.getOrDefault(name, 1)));
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

    private static Map<String, Map<String, Set<String>>> usesInPackages(String names) {
        Map<String, Map<String, Set<String>>> uses = new TreeMap<>();
        DependencyRulesTest.PUBLISHED.stream()
                .filter(type -> type.getPackageName().matches(names))
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
