package io.acp4j.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.acp4j.architecture.versions.agent.NeutralCodec;
import io.acp4j.architecture.versions.agent.NeutralSession;
import io.acp4j.architecture.versions.agent.SessionOfV2;
import io.acp4j.architecture.versions.agent.WriterOfVersion1;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The protocol version is a value: few packages know a version, and the API names none. */
class ProtocolVersionRulesTest {

    /** What is alike in every version, and must stay so. */
    private static final List<String> NEUTRAL = List.of(
            "io.acp4j.rpc..",
            "io.acp4j.agent.tree..",
            "io.acp4j.agent.store..",
            "io.acp4j.store.jdbc..",
            "io.acp4j.transport..",
            "io.acp4j.proxy..",
            "io.acp4j.observability..");

    private static final Set<String> API = Set.of(
            "acp-agent",
            "acp-client",
            "acp-proxy",
            "acp-observability",
            "acp-mcp",
            "acp-langchain4j",
            "acp-spring-ai",
            "acp-spring-boot-starter",
            "acp-store-jdbc");

    /** Exported types that name a version, because what they are about exists in that version only. */
    private static final Set<String> OF_ONE_VERSION = Set.of();

    /** A package, a word of a name or a constant that is about one version: v1, V2, SessionV2, ofV1, Version1. */
    private static final Pattern VERSION =
            Pattern.compile("(?:^|[^A-Za-z])v[0-9]+(?![0-9a-z])|(?:^|[^A-Z])V(?:ersion)?[0-9]+");

    /** The types whose constants are versions: what a client asks for, and how values are written. */
    private static final Set<String> VALUES = Set.of("ProtocolVersion", "WireVersion");

    /** Questions about one version that any method of the vocabulary can be asked. */
    private static final Pattern QUESTIONS = Pattern.compile("inV[0-9]+|notInV[0-9]+|isV[0-9]+");

    private static final JavaClasses PUBLISHED = new ClassFileImporter()
            .importPaths(PublishedModule.ALL.stream()
                    .map(PublishedModule::directory)
                    .map(PublishedModule::classesOf)
                    .toList());

    private static ArchRule neutral(List<String> packages) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages.toArray(String[]::new))
                .should(new ArchCondition<>("know a version of the protocol") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        type.getDirectDependenciesFromSelf().stream()
                                .filter(use -> isOfAVersion(use.getTargetClass()
                                        .getBaseComponentType()
                                        .getPackageName()))
                                .forEach(use -> events.add(SimpleConditionEvent.satisfied(type, use.getDescription())));
                        type.getFieldAccessesFromSelf().stream()
                                .filter(use ->
                                        VALUES.contains(use.getTargetOwner().getSimpleName())
                                                && namesAVersion(use.getTarget().getName()))
                                .forEach(use -> events.add(SimpleConditionEvent.satisfied(type, use.getDescription())));
                        type.getMethodCallsFromSelf().stream()
                                .filter(use -> QUESTIONS
                                        .matcher(use.getTarget().getName())
                                        .matches())
                                .forEach(use -> events.add(SimpleConditionEvent.satisfied(type, use.getDescription())));
                    }
                });
    }

    private static boolean isOfAVersion(String packageName) {
        return Pattern.matches(".*\\.v[0-9]+(\\..*)?", packageName);
    }

    private static boolean namesAVersion(String name) {
        return VERSION.matcher(name).find();
    }

    private static List<String> named(Stream<JavaClass> types) {
        return types.flatMap(type -> Stream.concat(
                        namesAVersion(type.getSimpleName()) || isOfAVersion(type.getPackageName())
                                ? Stream.of(type.getName())
                                : Stream.empty(),
                        type.getMembers().stream()
                                .filter(ProtocolVersionRulesTest::isApi)
                                .filter(member -> namesAVersion(member.getName()) || uses(member))
                                .map(JavaMember::getFullName)))
                .sorted()
                .toList();
    }

    private static boolean isApi(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static boolean uses(JavaMember member) {
        return member.getAllInvolvedRawTypes().stream()
                .anyMatch(type -> isOfAVersion(type.getBaseComponentType().getPackageName()));
    }

    @Test
    void whatIsAlikeInEveryVersionKnowsNone() {
        neutral(NEUTRAL).check(PUBLISHED);
    }

    @Test
    void theApiNamesNoVersion() {
        List<PublishedModule> modules = PublishedModule.ALL.stream()
                .filter(module -> API.contains(module.directory()))
                .toList();
        assertThat(modules).hasSameSizeAs(API);
        assertThat(named(PUBLISHED.stream()
                        .filter(type -> modules.stream().anyMatch(module -> module.contains(type.getName())))
                        .filter(type -> !type.getPackageName().contains(".internal"))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .filter(type -> !OF_ONE_VERSION.contains(type.getName()))))
                .isEmpty();
    }

    /** The rules find what they are to find: in classes that were made for that. */
    @Test
    void theRulesFindWhatBreaksThem() {
        JavaClasses fixture = new ClassFileImporter().importPackages("io.acp4j.architecture.versions");
        String packages = NeutralSession.class.getPackageName() + "..";

        assertThat(neutral(List.of(packages))
                        .evaluate(fixture)
                        .getFailureReport()
                        .getDetails())
                .hasSize(4)
                .anySatisfy(detail -> assertThat(detail).contains(NeutralCodec.class.getSimpleName(), "WireVersion.V2"))
                .anySatisfy(detail -> assertThat(detail).contains(NeutralCodec.class.getSimpleName(), "inV2"))
                .anySatisfy(detail -> assertThat(detail).contains(WriterOfVersion1.class.getSimpleName(), "V1"))
                .anySatisfy(detail -> assertThat(detail).contains(NeutralSession.class.getSimpleName(), "v2.Patch"));
        assertThat(named(fixture.stream().filter(type -> type.getPackageName().endsWith("versions.agent"))))
                .containsExactlyInAnyOrder(
                        NeutralSession.class.getName() + ".changed(io.acp4j.architecture.versions.v2.Patch)",
                        SessionOfV2.class.getName(),
                        WriterOfVersion1.class.getName(),
                        WriterOfVersion1.class.getName() + ".writeV1()");
    }
}
