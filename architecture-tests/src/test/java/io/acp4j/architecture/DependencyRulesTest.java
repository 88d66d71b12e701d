package io.acp4j.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DependencyRulesTest {

    static final JavaClasses PUBLISHED =
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

    /** Types of the API that make what implements it, and so name the internals of their module, which know the API. */
    private static final Set<String> DOORS = Set.of(
            "io.acp4j.agent.AcpAgent",
            "io.acp4j.agent.AcpAgentBuilder",
            "io.acp4j.agent.UnstableHandlers",
            "io.acp4j.agent.store.SessionStore",
            "io.acp4j.client.AcpClientBuilder",
            "io.acp4j.client.host.ElicitationForms",
            "io.acp4j.client.host.FileSystemService",
            "io.acp4j.client.host.PermissionBroker",
            "io.acp4j.client.host.TerminalService",
            "io.acp4j.client.supervise.SupervisedAgent",
            "io.acp4j.observability.micrometer.AcpMetrics",
            "io.acp4j.observability.otel.AcpTracing",
            "io.acp4j.proxy.AcpProxy",
            "io.acp4j.proxy.Conductor",
            "io.acp4j.proxy.bridge.VersionBridge",
            "io.acp4j.rpc.Handlers",
            "io.acp4j.rpc.record.RecordedPeer",
            "io.acp4j.rpc.record.Recording",
            "io.acp4j.rpc.record.Secrets",
            "io.acp4j.rpc.record.WireRecorder",
            "io.acp4j.rpc.transport.InMemoryTransport",
            "io.acp4j.store.jdbc.SessionStores",
            "io.acp4j.transport.http.HttpServer",
            "io.acp4j.transport.http.HttpServerBuilder",
            "io.acp4j.transport.http.HttpTransport",
            "io.acp4j.transport.http.HttpTransportBuilder",
            "io.acp4j.transport.stdio.StdioTransportBuilder",
            "io.acp4j.transport.ws.WsServer",
            "io.acp4j.transport.ws.WsServerBuilder",
            "io.acp4j.transport.ws.WsTransportBuilder");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.acp4j.(**)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(
                        describe("doors", DependencyRulesTest::isDoor),
                        describe("internals", DependencyRulesTest::isInternal))
                .check(PUBLISHED);
    }

    @Test
    void exportedTypesOfTheAgentUseInternalsOnlyWhereTheyBuildThem() {
        noClasses()
                .that()
                .resideInAnyPackage("io.acp4j.agent", "io.acp4j.agent.store", "io.acp4j.agent.tree")
                .and(describe("are not doors", type -> !isDoor(type)))
                .should()
                .dependOnClassesThat(describe(
                        "are internals of the agent",
                        type -> type.getPackageName().startsWith("io.acp4j.agent.internal")))
                .check(PUBLISHED);
    }

    @Test
    void sessionsKnowNothingOfTheirStore() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.acp4j.agent.internal.client",
                        "io.acp4j.agent.internal.protocol",
                        "io.acp4j.agent.internal.session",
                        "io.acp4j.agent.internal.connection",
                        "io.acp4j.agent.internal.serving")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.acp4j.agent.store", "io.acp4j.agent.internal.persistence", "io.acp4j.agent.internal.memory")
                .check(PUBLISHED);
    }

    private static boolean isDoor(JavaClass type) {
        return DOORS.stream()
                .anyMatch(name -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
    }

    private static boolean isInternal(JavaClass type) {
        return type.getPackageName().contains(".internal");
    }

    @TestFactory
    Stream<DynamicTest> internalsAreUsedOnlyByTheirOwnModuleAndThoseTheyAreExportedTo() {
        return forEachModule(module -> {
            Map<String, Set<String>> exported = module.qualifiedExports();
            classes()
                    .that()
                    .resideOutsideOfPackage(module.name() + "..")
                    .should(new ArchCondition<>("use no internals of " + module.name()) {
                        @Override
                        public void check(JavaClass user, ConditionEvents events) {
                            for (Dependency use : user.getDirectDependenciesFromSelf()) {
                                JavaClass target = use.getTargetClass().getBaseComponentType();
                                if (module.contains(target.getName())
                                        && isInternal(target)
                                        && exported.getOrDefault(target.getPackageName(), Set.of()).stream()
                                                .noneMatch(
                                                        name -> user.getName().startsWith(name + "."))) {
                                    events.add(SimpleConditionEvent.violated(user, use.getDescription()));
                                }
                            }
                        }
                    })
                    .check(EVERYTHING);
        });
    }

    @Test
    void onlyTheStdioTransportTouchesTheStandardStreams() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.acp4j.transport.stdio..")
                // The kit's MCP server is a process of its own, which agents start and talk to through its standard
                // streams.
                .and()
                .resideOutsideOfPackage("io.acp4j.tck.internal.mcp..")
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
                .resideInAPackage("io.acp4j.schema..")
                .and()
                .resideOutsideOfPackages("io.acp4j.schema", "io.acp4j.schema.json")
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
