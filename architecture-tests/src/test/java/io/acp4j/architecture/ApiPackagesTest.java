package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is exported is API; what makes it work is internal. */
class ApiPackagesTest {

    /** Exported packages in which types that are no API stand beside it for good, and why they are better there. */
    private static final Map<String, String> MIXED = Map.of(
            "io.acp4j.agent.tree",
            "the rules are the package: they take and return its types, and only SessionRepository, which makes them, may call them",
            "io.acp4j.mcp",
            "two transports of the MCP SDK and the conversion of its values, each made by one public class alone",
            "io.acp4j.process",
            "what Linux says of processes is of use to ProcessTree alone, and has no other module to be hidden from",
            "io.acp4j.spring",
            "Spring finds its configurations by name and users switch them off by name, so their package is theirs to keep",
            "io.acp4j.tck.junit",
            "one class is what both base classes do; as an internal it would have to be public",
            "io.acp4j.test",
            "the files, terminals and history of the fakes are parts of them, and call back into them");

    @Test
    void exportedPackagesHoldNothingThatIsNotApiButForWhatHasAReason() {
        Set<String> exported = new TreeSet<>();
        PublishedModule.ALL.forEach(module -> exported.addAll(module.exportedPackages()));
        assertThat(exported).hasSizeGreaterThan(40);

        Set<String> mixed = new TreeSet<>();
        DependencyRulesTest.PUBLISHED.stream()
                .filter(type -> exported.contains(type.getPackageName()))
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .filter(type -> !isPartOfATypeOfTheProtocol(type))
                .forEach(type -> mixed.add(type.getPackageName()));

        assertThat(mixed).isEqualTo(new TreeSet<>(MIXED.keySet()));
    }

    /**
     * Returns whether a type reads, writes or completes types of the protocol in its package: they name it and it names them, so
     * in another package the two would make a cycle.
     */
    private static boolean isPartOfATypeOfTheProtocol(JavaClass type) {
        return type.getPackageName().startsWith("io.acp4j.schema")
                && type.getDirectDependenciesFromSelf().stream()
                        .map(use -> use.getTargetClass().getBaseComponentType())
                        .anyMatch(used -> used.getPackageName().equals(type.getPackageName())
                                && used.getModifiers().contains(JavaModifier.PUBLIC));
    }
}
