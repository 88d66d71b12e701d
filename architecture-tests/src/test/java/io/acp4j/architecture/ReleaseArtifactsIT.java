package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code mvn -Prelease verify} leaves in the modules is what may be published. */
@Tag("release")
class ReleaseArtifactsIT {

    static final List<PublishedModule> MODULES = PublishedModule.ALL;

    static List<String> directories() {
        return PomMetadataTest.published();
    }

    @ParameterizedTest
    @MethodSource("directories")
    void publishedPomStandsAlone(String directory) {
        Pom pom = Pom.read(target(directory).resolve("flattened-pom.xml"));

        assertThat(pom.parts("parent")).isEmpty();
        assertThat(pom.parts("build")).isEmpty();
        assertThat(pom.parts("properties")).isEmpty();
        assertThat(List.of("groupId", "artifactId", "version", "name", "description", "url"))
                .allSatisfy(element -> assertThat(pom.text(element)).as(element).isNotEmpty());
        assertThat(List.of("licenses/license", "developers/developer", "scm/connection", "scm/url"))
                .allSatisfy(
                        element -> assertThat(pom.parts(element)).as(element).isNotEmpty());
        assertThat(pom.text("scm/url")).doesNotContain(directory);
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void dependenciesOfUsersAreThoseOfTheCodeWithTheirVersions(PublishedModule module) {
        Pom pom = Pom.read(target(module.directory()).resolve("flattened-pom.xml"));

        assertThat(pom.parts("dependencyManagement")).isEmpty();
        assertThat(pom.parts("dependencies/dependency")).isNotEmpty().allSatisfy(dependency -> {
            assertThat(dependency.text("version")).matches("[0-9].*");
            assertThat(dependency.text("scope")).isNotEqualTo("test");
        });
    }

    @Test
    void theListOfVersionsBringsNoOthersAlong() {
        Pom pom = Pom.read(target("acp-bom").resolve("flattened-pom.xml"));

        assertThat(pom.texts("dependencyManagement/dependencies/dependency/groupId"))
                .hasSize(PublishedModule.ALL.size())
                .containsOnly("io.acp4j");
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void sourcesAndDocumentationAreThere(PublishedModule module) throws IOException {
        String prefix = module.directory() + "-" + version(module.directory());

        try (ZipFile sources = archive(module, prefix + "-sources.jar");
                ZipFile documentation = archive(module, prefix + "-javadoc.jar")) {
            assertThat(sources.getEntry("module-info.java")).isNotNull();
            assertThat(documentation.getEntry("index.html")).isNotNull();
        }
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void billOfMaterialsNamesWhatTheModuleBrings(PublishedModule module) throws IOException {
        JsonNode bill = new JsonMapper()
                .readTree(target(module.directory()).resolve("bom.json").toFile());
        Set<String> components = bill.path("components")
                .valueStream()
                .map(component -> component.path("name").asText())
                .collect(Collectors.toSet());
        List<String> direct = Pom.read(target(module.directory()).resolve("flattened-pom.xml"))
                .texts("dependencies/dependency/artifactId");

        assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(bill.path("metadata").path("component").path("name").asText())
                .isEqualTo(module.directory());
        assertThat(components).containsAll(direct).doesNotContain("junit-jupiter", "assertj-core");
    }

    private static ZipFile archive(PublishedModule module, String name) throws IOException {
        return new ZipFile(target(module.directory()).resolve(name).toFile());
    }

    private static String version(String directory) {
        return Pom.read(target(directory).resolve("flattened-pom.xml")).text("version");
    }

    private static Path target(String directory) {
        return PublishedModule.projectRoot().resolve(directory).resolve("target");
    }
}
