package io.acp4j.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A reader of a name, or a completion of it, leaves no doubt which type is meant, whichever modules are there. */
class PublicNamesTest {

    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);

    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:[a-z-]+ )*(?:class|interface|record|enum|@interface) (\\w+)", Pattern.MULTILINE);

    /** Names that exported types share with a nested one, and why nobody takes one for the other; {@code Builder} is everywhere. */
    private static final Map<String, String> SHARED = Map.of(
            "Command", "Subject.Command is the kit's, which cannot use the types of the library",
            "Kind", "enums, each of which is written with the type whose kinds it lists",
            "Script", "one of a fake's turn and one of its command: lambdas, whose type nobody writes",
            "Side", "BrokenRequirement.Side is the kit's, which cannot use the types of the library");

    /** Modules that users learn first, and the maximum number of top-level types that they export together. */
    private static final Set<String> CORE = Set.of("acp-agent", "acp-client", "acp-rpc");

    private static final int MAX_CORE_TYPES = 140;

    /** Names of types that the agent and the client both have; each is one idea of the protocol, seen from either side. */
    private static final Set<String> ON_BOTH_SIDES = Set.of("PromptTurn", "SessionOrigin");

    @Test
    void nestedTypesShareASimpleNameOnlyWhereThatHasAReason() {
        Set<String> exported = new TreeSet<>();
        PublishedModule.ALL.forEach(module -> exported.addAll(module.exportedPackages()));
        Map<String, Set<String>> types = DependencyRulesTest.PUBLISHED.stream()
                .filter(type -> exported.contains(type.getPackageName()))
                .filter(PublicNamesTest::isPublic)
                .collect(groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        mapping(JavaClass::getName, toCollection(TreeSet::new))));
        assertThat(types).hasSizeGreaterThan(600).containsKey("Builder");

        types.remove("Builder");
        types.keySet().removeAll(ON_BOTH_SIDES);
        types.values().removeIf(same -> same.size() == 1);
        assertThat(types.keySet()).as("%s", types).isEqualTo(new TreeSet<>(SHARED.keySet()));
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublicNamesTest::isPublic).orElse(true);
    }

    @Test
    void noTwoExportedTypesShareASimpleNameButThoseOfOneIdeaOnBothSides() {
        Map<String, Set<String>> types = PublishedModule.ALL.stream()
                .flatMap(PublicNamesTest::exportedTypes)
                .collect(groupingBy(
                        type -> type.substring(type.lastIndexOf('.') + 1), TreeMap::new, toCollection(TreeSet::new)));
        assertThat(types).hasSizeGreaterThan(500);

        types.values().removeIf(same -> same.size() == 1);
        assertThat(types.keySet()).as("%s", types).isEqualTo(new TreeSet<>(ON_BOTH_SIDES));
    }

    @Test
    void coreModulesExportFewTopLevelTypes() {
        Set<String> types = PublishedModule.ALL.stream()
                .filter(module -> CORE.contains(module.directory()))
                .flatMap(PublicNamesTest::exportedTypes)
                .collect(toCollection(TreeSet::new));

        assertThat(types).as("a type with one owner is nested in it").hasSizeBetween(100, MAX_CORE_TYPES);
    }

    private static Stream<String> exportedTypes(PublishedModule module) {
        Set<String> exported = module.exportedPackages();
        return module.sourceFiles().stream().map(PublicNamesTest::read).flatMap(source -> {
            Matcher inPackage = PACKAGE.matcher(source);
            Matcher type = PUBLIC_TYPE.matcher(source);
            return inPackage.find() && exported.contains(inPackage.group(1)) && type.find()
                    ? Stream.of(inPackage.group(1) + "." + type.group(1))
                    : Stream.empty();
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
