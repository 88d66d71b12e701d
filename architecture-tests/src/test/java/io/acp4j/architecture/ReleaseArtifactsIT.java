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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What {@code mvn -Prelease verify} makes beside {@link InstalledArtifactsIT what is installed}. */
@Tag("release")
class ReleaseArtifactsIT {

    static final List<PublishedModule> MODULES = PublishedModule.ALL;

    @ParameterizedTest
    @FieldSource("MODULES")
    void documentationIsThere(PublishedModule module) throws IOException {
        Path archive = InstalledArtifactsIT.target(module.directory())
                .resolve(module.directory() + "-" + InstalledArtifactsIT.version(module.directory()) + "-javadoc.jar");

        try (ZipFile documentation = new ZipFile(archive.toFile())) {
            assertThat(documentation.getEntry("index.html")).isNotNull();
        }
        InstalledArtifactsIT.assertSaysWhatItIs(archive, module.directory());
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void billOfMaterialsNamesWhatTheModuleBrings(PublishedModule module) throws IOException {
        JsonNode bill = new JsonMapper()
                .readTree(InstalledArtifactsIT.target(module.directory())
                        .resolve("bom.json")
                        .toFile());
        Set<String> components = bill.path("components")
                .valueStream()
                .map(component -> component.path("name").asText())
                .collect(Collectors.toSet());
        List<String> direct = Pom.read(
                        InstalledArtifactsIT.target(module.directory()).resolve("flattened-pom.xml"))
                .texts("dependencies/dependency/artifactId");

        assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(bill.path("metadata").path("component").path("name").asText())
                .isEqualTo(module.directory());
        assertThat(components).containsAll(direct).doesNotContain("junit-jupiter", "assertj-core");
    }
}
