package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is exported is API; what makes it work is internal. */
class ApiPackagesTest {

    /** Exported packages in which types that are no API still stand beside it; one that is tidied up leaves the list for good. */
    private static final Set<String> MIXED = Set.of(
            "io.acp4j.agent.tree",
            "io.acp4j.mcp",
            "io.acp4j.process",
            "io.acp4j.schema",
            "io.acp4j.schema.auth",
            "io.acp4j.schema.branching",
            "io.acp4j.schema.config",
            "io.acp4j.schema.elicitation",
            "io.acp4j.schema.init",
            "io.acp4j.schema.json",
            "io.acp4j.schema.permission",
            "io.acp4j.schema.session",
            "io.acp4j.schema.terminal",
            "io.acp4j.schema.update",
            "io.acp4j.spring",
            "io.acp4j.tck.junit",
            "io.acp4j.test");

    @Test
    void exportedPackagesHoldNothingThatIsNotApi() {
        Set<String> exported = new TreeSet<>();
        PublishedModule.ALL.forEach(module -> exported.addAll(module.exportedPackages()));
        assertThat(exported).hasSizeGreaterThan(40);

        Set<String> mixed = new TreeSet<>();
        DependencyRulesTest.PUBLISHED.stream()
                .filter(type -> exported.contains(type.getPackageName()))
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .forEach(type -> mixed.add(type.getPackageName()));

        assertThat(mixed).isEqualTo(new TreeSet<>(MIXED));
    }
}
