package io.acp4j.interop.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.generator.Definition;
import io.acp4j.generator.Definitions;
import io.acp4j.generator.Member;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.json.Field;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.MemberUnionCodec;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.OpenValueCodec;
import io.acp4j.schema.json.UnionCodec;
import io.acp4j.schema.json.WireVersion;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What is written by hand does what its definition says, as what is generated does by construction. */
class DefinedCodecsTest {

    private static final Set<Definition.Kind> HAVE_CODECS = EnumSet.of(
            Definition.Kind.OBJECT,
            Definition.Kind.UNION,
            Definition.Kind.MEMBER_UNION,
            Definition.Kind.WORDS,
            Definition.Kind.ID);

    private static final Path DEFINITIONS = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolveSibling("acp-schema")
            .resolve("src/protocol");

    @TestFactory
    Stream<DynamicTest> codecsAreWhatTheDefinitionsSay() throws IOException {
        Definitions definitions = Definitions.read(DEFINITIONS);
        assertThat(definitions.types()).hasSizeGreaterThan(250);
        return definitions.types().stream()
                .flatMap(type -> Arrays.stream(WireVersion.values())
                        .filter(version -> type.in(version.number()) != null)
                        .map(version -> DynamicTest.dynamicTest(
                                type.name() + " in version " + version.number(),
                                () -> compare(Objects.requireNonNull(type.in(version.number())), version))));
    }

    @TestFactory
    Stream<DynamicTest> whatIsUnstableIsMarkedSo() throws IOException {
        return Definitions.read(DEFINITIONS).types().stream()
                .filter(type -> type.kind() != Definition.Kind.MARKER && type.kind() != Definition.Kind.BARE)
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    Unstable unstable = classOf(type).getAnnotation(Unstable.class);
                    assertThat(unstable == null ? null : unstable.value()).isEqualTo(type.feature());
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatIsUnstableOfARecordIsMarkedSo() throws IOException {
        return Definitions.read(DEFINITIONS).types().stream()
                .filter(type -> type.kind() == Definition.Kind.OBJECT)
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    Map<String, RecordComponent> components = Arrays.stream(
                                    classOf(type).getRecordComponents())
                            .collect(Collectors.toMap(RecordComponent::getName, component -> component));
                    for (Member member : type.members()) {
                        RecordComponent component = components.get(member.name());
                        Unstable unstable = component == null ? null : component.getAnnotation(Unstable.class);
                        assertThat(unstable == null ? null : unstable.value())
                                .as(member.name())
                                .isEqualTo(component == null ? null : member.feature());
                    }
                }));
    }

    @Test
    void everyTypeWithACodecIsDefined() throws Exception {
        Definitions definitions = Definitions.read(DEFINITIONS);
        List<String> found = new ArrayList<>();
        Path location = Path.of(SessionId.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isDirectory(location)) {
            scan(location, definitions, found);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(location)) {
                scan(jar.getPath("/"), definitions, found);
            }
        }

        assertThat(found).hasSizeGreaterThan(200).noneMatch(name -> name.startsWith("undefined"));
    }

    private static void scan(Path root, Definitions definitions, List<String> found) throws Exception {
        List<String> names;
        try (Stream<Path> files = Files.walk(root)) {
            names = files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.startsWith("io/acp4j/schema/") && file.endsWith(".class"))
                    .filter(file -> !file.matches("io/acp4j/schema/(json|internal)/.*|.*-info.*"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
        for (String name : names) {
            Class<?> type = Class.forName(name);
            boolean codec = Modifier.isPublic(type.getModifiers())
                    && Arrays.stream(type.getDeclaredFields())
                            .anyMatch(field -> field.getName().equals("CODEC"));
            if (codec && type != Meta.class) {
                found.add((definitions.find(type.getSimpleName()) == null ? "undefined " : "") + type.getSimpleName());
            }
        }
    }

    private static Class<?> classOf(Definition type) throws ClassNotFoundException {
        return Class.forName("io.acp4j.schema." + (type.area().isEmpty() ? "" : type.area() + ".") + type.name());
    }

    private static void compare(Definition type, WireVersion version) throws ReflectiveOperationException {
        if (!HAVE_CODECS.contains(type.kind())) {
            return;
        }
        Class<?> compiled = classOf(type);
        if (type.name().matches("Elicitation(Session|Request)Scope")) {
            return; // They stand among the members of others and have no codec.
        }
        JsonCodec<?> codec = ((JsonCodec<?>) compiled.getField("CODEC").get(null)).in(version);
        if (type.name().equals("SessionCapabilities") && version == WireVersion.V2) {
            codec = AgentCapabilities.CODEC.in(version).fields().stream()
                    .filter(field -> field.name().equals("session"))
                    .findFirst()
                    .orElseThrow()
                    .codec();
        }
        switch (type.kind()) {
            case OBJECT -> compareMembers(type, version, (ObjectCodec<?>) codec);
            case UNION -> {
                UnionCodec<?> union = (UnionCodec<?>) codec;
                assertThat(union.discriminator()).isEqualTo(type.union().discriminator());
                assertThat(union.tags()).isEqualTo(type.union().variants().keySet());
            }
            case MEMBER_UNION -> {
                if (codec instanceof MemberUnionCodec<?> union) {
                    assertThat(union.variants().keySet())
                            .isEqualTo(type.union().variants().keySet());
                } else {
                    // Told apart in another way in version 2, so its codec is one of two.
                    assertThat(type.second().union().discriminator()).isNotEmpty();
                }
            }
            case WORDS ->
                assertThat(((OpenValueCodec<?>) codec).known())
                        .containsAll(type.words().keySet());
            case ID -> assertThat(compiled.isRecord()).isTrue();
            case UNKNOWN, FAMILY, OTHER, MARKER, BARE -> throw new IllegalArgumentException(type.name());
        }
    }

    private static void compareMembers(Definition type, WireVersion version, ObjectCodec<?> codec) {
        if (version == WireVersion.V1 || type.only() == 2) {
            assertThat(codec.typeName()).isEqualTo(type.schema());
        }
        Map<String, Field.Rule> ours = new LinkedHashMap<>();
        for (Field<?, ?> field : codec.fields()) {
            ours.put(field.name(), field.rule());
        }
        assertThat(ours.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        type.members().stream().map(Member::wire).toList());
        for (Member member : type.members()) {
            assertThat(ours.get(member.wire())).as(member.wire()).isEqualTo(rule(member));
        }
    }

    private static Field.Rule rule(Member member) {
        return switch (member.rule()) {
            case REQUIRED -> Field.Rule.REQUIRED;
            case OPTIONAL, OPTIONAL_UNLESS_DEFAULT, LIST, MAP -> Field.Rule.OPTIONAL;
            case NULLABLE, STRICT_PATCH -> Field.Rule.NULLABLE;
            case LENIENT, LENIENT_UNLESS_DEFAULT, LENIENT_LIST, NULLABLE_LENIENT_LIST, LENIENT_PATCH ->
                Field.Rule.LENIENT;
            case REQUIRED_LIST -> Field.Rule.REQUIRED_DEFAULT_ON_NULL;
            case REQUIRED_LENIENT_LIST -> Field.Rule.REQUIRED_DEFAULT_ON_ERROR;
            case PATCH -> Field.Rule.PATCH;
        };
    }
}
