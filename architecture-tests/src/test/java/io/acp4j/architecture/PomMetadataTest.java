package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a repository such as Maven Central asks of every POM, and what users of several modules rely on. */
class PomMetadataTest {

    private static final Path ROOT = PublishedModule.projectRoot();

    static List<String> published() {
        return Stream.of(
                        Stream.of("acp-bom"),
                        PublishedModule.ALL.stream().map(PublishedModule::directory),
                        PublishedModule.PROGRAMS.stream())
                .flatMap(names -> names)
                .toList();
    }

    static List<String> unpublished() {
        return Stream.of("modules/module", "profiles/profile/modules/module")
                .flatMap(path -> pom("").texts(path).stream())
                .filter(module -> !published().contains(module))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("published")
    void publishedModuleSaysWhatItIs(String module) {
        Pom pom = pom(module);

        assertThat(pom.text("artifactId")).isEqualTo(module);
        assertThat(pom.text("name")).isEqualTo(module);
        assertThat(pom.text("description")).isNotEmpty();
        assertThat(pom.text("properties/maven.deploy.skip")).isNotEqualTo("true");
    }

    @ParameterizedTest
    @MethodSource("unpublished")
    void everyOtherModuleStaysHere(String module) {
        assertThat(pom(module).text("properties/maven.deploy.skip")).isEqualTo("true");
    }

    @Test
    void allModulesInheritWhoMadeThemUnderWhichLicence() {
        Pom pom = pom("");

        assertThat(pom.text("url")).startsWith("https://");
        assertThat(pom.texts("licenses/license/name")).containsExactly("Apache-2.0");
        assertThat(pom.texts("licenses/license/url")).isNotEmpty().allMatch(url -> url.startsWith("https://"));
        assertThat(pom.texts("developers/developer/name")).isNotEmpty();
        assertThat(pom.texts("developers/developer/organizationUrl")).isNotEmpty();
        assertThat(pom.text("scm/connection")).startsWith("scm:git:");
        assertThat(pom.text("scm/developerConnection")).startsWith("scm:git:");
        assertThat(pom.text("scm/url")).startsWith("https://");
    }

    @Test
    void theListOfVersionsNamesWhatIsPublishedAndNothingElse() {
        List<Pom> entries = pom("acp-bom").parts("dependencyManagement/dependencies/dependency");

        assertThat(entries)
                .extracting(entry -> entry.text("artifactId"))
                .containsExactlyInAnyOrderElementsOf(PublishedModule.ALL.stream()
                        .map(PublishedModule::directory)
                        .toList());
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.text("groupId")).isEqualTo("io.acp4j");
            assertThat(entry.text("version")).isEqualTo("${project.version}");
        });
    }

    private static Pom pom(String module) {
        return Pom.read(ROOT.resolve(module).resolve("pom.xml"));
    }
}
