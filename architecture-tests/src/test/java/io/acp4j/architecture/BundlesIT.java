package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The archives are OSGi bundles that export what the Java modules export. */
class BundlesIT {

    static final List<PublishedModule> MODULES = PublishedModule.ALL;

    /** What every module may use without the application's doing. */
    private static final List<String> OPTIONAL_LIBRARIES = List.of(
            "dev.langchain4j.",
            "io.micrometer.",
            "io.modelcontextprotocol.",
            "io.opentelemetry.",
            "jakarta.",
            "org.junit.",
            "org.springframework.ai.",
            "reactor.");

    @ParameterizedTest
    @FieldSource("MODULES")
    void aBundleHasTheNameAndTheVersionOfItsModule(PublishedModule module) throws IOException {
        Attributes manifest = manifest(module);

        assertThat(manifest.getValue("Bundle-ManifestVersion")).isEqualTo("2");
        assertThat(manifest.getValue("Bundle-SymbolicName")).isEqualTo("io.acp4j." + module.directory());
        assertThat(manifest.getValue("Bundle-Version")).isEqualTo(bundleVersion(module));
        assertThat(manifest.getValue("Require-Capability")).contains("(version=17)");
        assertThat(manifest.getValue("Bnd-LastModified"))
                .as("a time in a build that is to be reproducible")
                .isNull();
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void aBundleExportsWhatItsModuleExportsAndMarksTheRestAsInternal(PublishedModule module) throws IOException {
        Map<String, String> exports = packages(manifest(module), "Export-Package");
        Map<Boolean, Set<String>> byMark = exports.entrySet().stream()
                .collect(Collectors.partitioningBy(
                        each -> each.getValue().contains("x-internal:=true"),
                        Collectors.mapping(Map.Entry::getKey, Collectors.toCollection(TreeSet::new))));

        assertThat(byMark.get(false)).isEqualTo(new TreeSet<>(module.exportedPackages()));
        assertThat(byMark.get(true)).containsAll(module.qualifiedExports().keySet());
        assertThat(exports.values())
                .allMatch(attributes -> attributes.contains("version=\""
                        + InstalledArtifactsIT.version(module.directory()).replace("-SNAPSHOT", "") + "\""));
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void aBundleImportsPackagesOfThisProjectThatAnotherExportsAndNeedsNoOptionalLibrary(PublishedModule module)
            throws IOException {
        Set<String> exported = new TreeSet<>();
        for (PublishedModule each : MODULES) {
            exported.addAll(packages(manifest(each), "Export-Package").keySet());
        }
        Map<String, String> imports = packages(manifest(module), "Import-Package");

        assertThat(imports.keySet().stream().filter(name -> name.startsWith("io.acp4j.")))
                .isSubsetOf(exported);
        assertThat(imports).containsKey("org.jspecify.annotations");
        assertThat(imports.entrySet().stream()
                        .filter(each -> OPTIONAL_LIBRARIES.stream().anyMatch(each.getKey()::startsWith))
                        .filter(each -> !each.getValue().contains("resolution:=optional")))
                .isEmpty();
    }

    private static String bundleVersion(PublishedModule module) {
        return InstalledArtifactsIT.version(module.directory()).replace("-SNAPSHOT", ".SNAPSHOT");
    }

    private static Attributes manifest(PublishedModule module) throws IOException {
        String name = module.directory() + "-" + InstalledArtifactsIT.version(module.directory()) + ".jar";
        try (JarFile archive = new JarFile(
                InstalledArtifactsIT.target(module.directory()).resolve(name).toFile())) {
            return archive.getManifest().getMainAttributes();
        }
    }

    /** Returns the packages of a header, each with its attributes and directives; commas in quotes separate nothing. */
    private static Map<String, String> packages(Attributes manifest, String header) {
        String value = manifest.getValue(header);
        assertThat(value).as(header).isNotEmpty();
        Map<String, String> packages = new LinkedHashMap<>();
        Stream<String> clauses = Arrays.stream(value.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"));
        clauses.forEach(clause -> packages.put(clause.split(";", 2)[0].strip(), clause));
        return packages;
    }
}
