package io.acp4j.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DependencyRulesTest {

    private static final JavaClasses PUBLISHED =
            compiledClasses(PublishedModule.ALL.stream().map(PublishedModule::directory));

    private static final JavaClasses EVERYTHING = compiledClasses(Stream.concat(
            PublishedModule.ALL.stream().map(PublishedModule::directory),
            Stream.of("examples", "benchmarks", "interop")));

    private static JavaClasses compiledClasses(Stream<String> directories) {
        return new ClassFileImporter()
                .importPaths(directories
                        .map(PublishedModule::classesOf)
                        .filter(Files::isDirectory)
                        .toList());
    }

    private static Stream<DynamicTest> forEachModule(Consumer<PublishedModule> check) {
        return PublishedModule.ALL.stream()
                .map(module -> DynamicTest.dynamicTest(module.directory(), () -> check.accept(module)));
    }

    @TestFactory
    Stream<DynamicTest> classesOfEveryModuleAreLookedAt() {
        return forEachModule(module -> {
            List<String> found = PUBLISHED.stream()
                    .map(JavaClass::getName)
                    .filter(module::contains)
                    .toList();
            assertThat(found).hasSizeGreaterThanOrEqualTo(module.minimumClasses());
        });
    }

    @TestFactory
    Stream<DynamicTest> modulesUseOnlyWhatTheDesignAllows() {
        return forEachModule(module -> {
            List<String> allowed = new ArrayList<>(module.mayUse());
            allowed.add("java..");
            allowed.add(module.name() + "..");
            classes()
                    .that()
                    .resideInAPackage(module.name() + "..")
                    .should()
                    .onlyDependOnClassesThat(describe(
                            "reside in " + allowed,
                            target -> JavaClass.Predicates.resideInAnyPackage(allowed.toArray(String[]::new))
                                            .test(target.getBaseComponentType())
                                    || target.getBaseComponentType().isPrimitive()))
                    .check(PUBLISHED);
        });
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.acp4j.(**)").should().beFreeOfCycles().check(PUBLISHED);
    }

    @TestFactory
    Stream<DynamicTest> internalsAreUsedOnlyByTheirOwnModule() {
        return forEachModule(module -> noClasses()
                .that()
                .resideOutsideOfPackage(module.name() + "..")
                .should()
                .dependOnClassesThat(describe(
                        "are internals of " + module.name(),
                        target -> module.contains(target.getName())
                                && target.getPackageName().contains(".internal")))
                .check(EVERYTHING));
    }

    @Test
    void onlyTheStdioTransportTouchesTheStandardStreams() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.acp4j.transport.stdio..")
                .should(ACCESS_STANDARD_STREAMS)
                .orShould()
                .accessField(System.class, "in")
                .check(PUBLISHED);
    }

    @Test
    void nothingSleepsOrEndsTheProcess() {
        noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(PUBLISHED);
        noClasses()
                .that()
                // A command's exit code is its verdict.
                .doNotHaveFullyQualifiedName("io.acp4j.tck.internal.cli.Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .check(PUBLISHED);
    }

    @Test
    void wireValuesAreNeverJavaEnums() {
        noClasses()
                .that()
                .resideInAPackage("io.acp4j.schema.v1..")
                .should()
                .beEnums()
                .allowEmptyShould(true)
                .check(PUBLISHED);
    }

    @Test
    void namesSayWhatATypeIsAndNotThatItIsAnImplementation() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..internal..")
                .should()
                .haveSimpleNameEndingWith("Impl")
                .orShould()
                .haveSimpleNameStartingWith("Abstract")
                .check(PUBLISHED);
    }
}
