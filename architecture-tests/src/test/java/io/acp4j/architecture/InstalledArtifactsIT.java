package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code mvn install} puts into a repository. */
class InstalledArtifactsIT {

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
    void everyArchiveSaysWhatItIsAndUnderWhichLicence(PublishedModule module) throws IOException {
        String prefix = module.directory() + "-" + version(module.directory());
        List<String> names = archives(module, prefix);
        assertThat(names).contains(prefix + ".jar", prefix + "-sources.jar");
        for (String name : names) {
            assertSaysWhatItIs(target(module.directory()).resolve(name), module.directory());
        }
    }

    private static List<String> archives(PublishedModule module, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(target(module.directory()))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix) && name.endsWith(".jar"))
                    .toList();
        }
    }

    /** What users test stores and transports of their own with, and nothing else of the tests. */
    @ParameterizedTest
    @CsvSource({
        "acp-rpc, io/acp4j/rpc/transport/(TransportContract|RecordingListener|TextFrame)[$\\w]*",
        "acp-agent, io/acp4j/agent/(\\w+/)*testing/[$\\w-]+"
    })
    void contractsAreThereWithTheirSources(String directory, String expected) throws IOException {
        String prefix = directory + "-" + version(directory) + "-contracts";
        for (String kind : List.of(".jar", "-sources.jar")) {
            String type = kind.equals(".jar") ? "\\.class" : "\\.java";
            try (ZipFile archive =
                    new ZipFile(target(directory).resolve(prefix + kind).toFile())) {
                assertThat(archive.stream()
                                .map(ZipEntry::getName)
                                .filter(name -> !name.endsWith("/") && !name.startsWith("META-INF/")))
                        .isNotEmpty()
                        .allMatch(name -> name.matches(expected + type));
            }
        }
    }

    @Test
    void kitInOneFileSaysWhatItIs() throws IOException {
        assertSaysWhatItIs(target("acp-tck").resolve("acp-tck.jar"), "acp-tck");
    }

    @Test
    void programIsOneArchiveWithoutDependencies() throws IOException {
        for (String program : PublishedModule.PROGRAMS) {
            assertThat(Pom.read(target(program).resolve("flattened-pom.xml")).parts("dependencies/dependency"))
                    .isEmpty();
        }
        assertSaysWhatItIs(target("acp-cli").resolve("acp.jar"), "acp-cli");
    }

    static void assertSaysWhatItIs(Path archive, String title) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            assertThat(Stream.of("META-INF/LICENSE", "META-INF/NOTICE"))
                    .allSatisfy(entry -> assertThat(zip.getEntry(entry))
                            .as("%s in %s", entry, archive)
                            .isNotNull());
            ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
            try (InputStream in = zip.getInputStream(entry)) {
                Attributes main = new Manifest(in).getMainAttributes();
                assertThat(main.getValue(Attributes.Name.IMPLEMENTATION_TITLE)).isEqualTo(title);
                assertThat(main.getValue(Attributes.Name.IMPLEMENTATION_VERSION))
                        .isEqualTo(version(title));
            }
        }
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void sourcesAreThere(PublishedModule module) throws IOException {
        String name = module.directory() + "-" + version(module.directory()) + "-sources.jar";
        try (ZipFile sources =
                new ZipFile(target(module.directory()).resolve(name).toFile())) {
            assertThat(sources.getEntry("module-info.java")).isNotNull();
        }
    }

    static String version(String directory) {
        return Pom.read(target(directory).resolve("flattened-pom.xml")).text("version");
    }

    static Path target(String directory) {
        return PublishedModule.projectRoot().resolve(directory).resolve("target");
    }
}
