package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ModuleDescriptorsTest {

    static final List<PublishedModule> MODULES = PublishedModule.ALL;

    @Test
    void allModulesResolveOnTheModulePath() {
        Set<String> names = MODULES.stream().map(PublishedModule::name).collect(Collectors.toSet());

        Configuration resolved =
                ModuleLayer.boot().configuration().resolve(PublishedModule.modulePath(), ModuleFinder.of(), names);

        assertThat(resolved.modules()).extracting(module -> module.name()).containsAll(names);
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void exactlyThePackagesThatAreNotInternalAreExported(PublishedModule module) {
        Set<String> expected = new TreeSet<>(module.packagesWithTypes());
        expected.removeIf(name -> name.matches(".*\\.internal(\\..*)?"));

        assertThat(module.exportedPackages()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void everyPackageIsNullMarked(PublishedModule module) {
        assertThat(module.descriptor().packages()).isNotEmpty().allSatisfy(name -> {
            Class<?> packageInfo = Class.forName(name + ".package-info");
            assertThat(packageInfo.isAnnotationPresent(NullMarked.class))
                    .as("%s is @NullMarked", name)
                    .isTrue();
        });
    }
}
