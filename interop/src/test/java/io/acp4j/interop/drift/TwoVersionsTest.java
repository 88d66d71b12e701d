package io.acp4j.interop.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.generator.Definition;
import io.acp4j.generator.Definitions;
import io.acp4j.generator.Member;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every type on the wire of both versions: examples made of the definitions, random ones from fixed seeds. */
class TwoVersionsTest {

    private static final int SEEDS = 25;
    private static final Path DIRECTORY = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolveSibling("acp-schema")
            .resolve("src/protocol");

    /** Parts of others, without a codec of their own. */
    private static final Set<String> PARTS = Set.of("ElicitationSessionScope", "ElicitationRequestScope");

    private static final Set<Definition.Kind> OBJECTS =
            Set.of(Definition.Kind.OBJECT, Definition.Kind.UNION, Definition.Kind.MEMBER_UNION);

    private final Definitions definitions;

    TwoVersionsTest() throws IOException {
        this.definitions = Definitions.read(DIRECTORY);
    }

    @TestFactory
    Stream<DynamicTest> aCompleteExampleIsWrittenAsItWasRead() {
        return everyType((type, version) -> {
            Examples examples = new Examples(definitions, version.number(), new Random(1), true);
            for (JsonNode example : examplesOf(type, examples)) {
                assertThat(tree(codec(type, version), example)).isEqualTo(example);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> whatIsLeftOutStaysSo() {
        return everyType((type, version) -> {
            for (int seed = 0; seed < SEEDS; seed++) {
                JsonNode example = new Examples(definitions, version.number(), new Random(seed), false).of(type.name());
                JsonCodec<Object> codec = codec(type, version);
                Object value = read(codec, example);
                Object again = read(codec, tree(codec.encode(value)));
                assertThat(again).as("seed " + seed + ": " + example).isEqualTo(value);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> noVersionWritesMembersOfAnother() {
        return everyType((type, version) -> {
            WireVersion other = version == WireVersion.V1 ? WireVersion.V2 : WireVersion.V1;
            Definition there =
                    Objects.requireNonNull(definitions.find(type.name())).in(other.number());
            if (there == null || isRootOfVersion2Only(type)) {
                return;
            }
            for (int seed = 0; seed < SEEDS; seed++) {
                JsonNode example = new Examples(definitions, version.number(), new Random(seed), true).of(type.name());
                Object value = read(codec(type, version), example);
                JsonNode written;
                try {
                    written = tree(codec(there, other).encode(value));
                } catch (IllegalArgumentException refused) {
                    assertThat(refused).hasMessageMatching("(?s).*version [12].*");
                    continue;
                }
                List<String> foreign = new ArrayList<>();
                collectForeign(there, other, written, "", foreign);
                assertThat(foreign).as("seed " + seed + ": " + written).isEmpty();
            }
        });
    }

    /** Its codec in version 2 stands inside another one. */
    private static boolean isRootOfVersion2Only(Definition type) {
        return type.name().equals("SessionCapabilities");
    }

    @TestFactory
    Stream<DynamicTest> membersAreAsLenientAsDefined() {
        return everyType((type, version) -> {
            if (type.kind() != Definition.Kind.OBJECT) {
                return;
            }
            Examples examples = new Examples(definitions, version.number(), new Random(1), true);
            JsonCodec<Object> codec = codec(type, version);
            for (Member member : type.members()) {
                if (isOneOfAChoice(type, member)) {
                    continue;
                }
                ObjectNode absent = (ObjectNode) examples.of(type.name());
                absent.remove(member.wire());
                expect(codec, absent, !member.rule().required(), member, "absent");
                ObjectNode isNull = (ObjectNode) examples.of(type.name());
                isNull.putNull(member.wire());
                expect(codec, isNull, nullIsTaken(member, version), member, "null");
                for (JsonNode odd : List.of(
                        Examples.parse("'\\u0000'"),
                        Examples.parse("[[[]]]"),
                        Examples.parse("1.5"),
                        Examples.parse("true"))) {
                    ObjectNode malformed = (ObjectNode) examples.of(type.name());
                    malformed.set(member.wire(), odd);
                    if (member.rule().forgiving()) {
                        expect(codec, malformed, true, member, "malformed");
                    } else {
                        expectAcceptedOrRefusedThere(codec, malformed, member);
                    }
                }
            }
        });
    }

    /** A scope is one of two members; which type goes with which value is for two members together. */
    private static boolean isOneOfAChoice(Definition type, Member member) {
        return Set.of("sessionId", "requestId", "type", "value").contains(member.wire())
                && Set.of("FormElicitationRequest", "UrlElicitationRequest", "SetSessionConfigOptionRequest")
                        .contains(type.name());
    }

    private static boolean nullIsTaken(Member member, WireVersion version) {
        return switch (member.rule()) {
            case REQUIRED ->
                member.type().name().equals("any")
                        || (member.type().name().equals("RequestId") && version == WireVersion.V1);
            default -> true;
        };
    }

    @TestFactory
    Stream<DynamicTest> threeStatesStayThree() {
        return everyType((type, version) -> {
            if (version == WireVersion.V1 || type.kind() != Definition.Kind.OBJECT) {
                return;
            }
            Examples examples = new Examples(definitions, 2, new Random(1), true);
            for (Member member : type.members()) {
                String rule = member.rule().word();
                if (!rule.equals("patch") && !rule.equals("strictPatch")) {
                    continue;
                }
                ObjectNode set = (ObjectNode) examples.of(type.name());
                ObjectNode cleared = set.deepCopy().putNull(member.wire());
                ObjectNode kept = set.deepCopy();
                kept.remove(member.wire());
                JsonCodec<Object> codec = codec(type, version);
                for (JsonNode each : List.of(set, cleared, kept)) {
                    assertThat(tree(codec, each)).as(member.wire()).isEqualTo(each);
                }
            }
        });
    }

    /** The list of the specification; a member more or less is a mistake here or there. */
    @Test
    void patchesAreWhatVersion2SaysTheyAre() {
        List<String> patches = new ArrayList<>();
        for (Definition declared : definitions.types()) {
            Definition type = declared.in(2);
            if (type != null) {
                type.members().stream()
                        .filter(member -> member.rule().word().matches("patch|strictPatch"))
                        .filter(member -> !member.wire().equals("_meta"))
                        .forEach(member -> patches.add(type.name() + "." + member.wire()));
            }
        }
        assertThat(patches).containsExactlyInAnyOrder("""
                        UserMessage.content AgentMessage.content AgentThought.content ToolCallUpdate.name ToolCallUpdate.title
                        ToolCallUpdate.kind ToolCallUpdate.status ToolCallUpdate.content ToolCallUpdate.locations
                        ToolCallUpdate.rawInput ToolCallUpdate.rawOutput ToolCallUpdate.capabilities TerminalUpdate.command
                        TerminalUpdate.cwd TerminalUpdate.output TerminalUpdate.exitStatus TerminalUpdate.size
                        TerminalUpdate.capabilities SessionInfoUpdate.title SessionInfoUpdate.updatedAt UsageUpdate.cost
                        CompactionUpdate.summary CompactionUpdate.error SubagentUpdate.title SubagentUpdate.description
                        SubagentUpdate.capabilities SubagentUpdate.state SubagentUpdate.cwd
                        SubagentUpdate.additionalDirectories SessionMessage.senderSessionId
                        SessionMessage.recipientSessionId SessionMessage.senderMessageId SessionMessage.recipientMessageId
                        SessionMessage.content""".split("\\s+"));
    }

    @TestFactory
    Stream<DynamicTest> whatIsBrokenIsRefusedAndNeverBreaksTheReader() {
        return everyType((type, version) -> {
            JsonCodec<Object> codec = codec(type, version);
            for (int seed = 0; seed < SEEDS; seed++) {
                Random random = new Random(seed);
                JsonNode example = new Examples(definitions, version.number(), random, false).of(type.name());
                byte[] json = example.toString().getBytes(StandardCharsets.UTF_8);
                for (int i = 0; i < 8; i++) {
                    byte[] broken = json.clone();
                    broken[random.nextInt(broken.length)] = (byte) "\"{}[],:0nt\\ ".charAt(random.nextInt(12));
                    try {
                        codec.encode(codec.decode(broken));
                    } catch (SchemaException | JsonSyntaxException expected) {
                        assertThat(expected).hasMessageNotContaining("an-id");
                    }
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> openUnionsKeepWhatIsUnknown() {
        return everyType((type, version) -> {
            String discriminator = type.union().discriminator();
            if (type.kind() != Definition.Kind.UNION || discriminator.isEmpty()) {
                return;
            }
            ObjectNode unknown = (ObjectNode) Examples.parse("{'later':{'deep':[1,null]},'id':'x','configId':'x',"
                    + "'methodId':'x','name':'n','description':'d','planId':'p','sessionId':'s'}");
            for (String tag : List.of("_vendor", "of_the_future")) {
                unknown.put(discriminator, tag);
                assertThat(tree(codec(type, version), unknown)).isEqualTo(unknown);
            }
        });
    }

    private interface Check {
        void of(Definition type, WireVersion version) throws Exception;
    }

    private Stream<DynamicTest> everyType(Check check) {
        List<DynamicTest> tests = new ArrayList<>();
        for (Definition declared : definitions.types()) {
            for (WireVersion version : WireVersion.values()) {
                Definition type = declared.in(version.number());
                if (type != null
                        && OBJECTS.contains(type.kind())
                        && !PARTS.contains(type.name())
                        && !(version == WireVersion.V2 && isRootOfVersion2Only(type))) {
                    tests.add(DynamicTest.dynamicTest(
                            type.name() + " in version " + version.number(), () -> check.of(type, version)));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(300);
        return tests.stream();
    }

    private static List<JsonNode> examplesOf(Definition type, Examples examples) {
        if (type.kind() == Definition.Kind.OBJECT) {
            return List.of(examples.of(type.name()));
        }
        List<JsonNode> all = new ArrayList<>();
        type.union().variants().forEach((tag, variant) -> {
            if (tag.isEmpty() || !variant.equals(type.union().variants().get(""))) {
                all.add(examples.variant(type, tag));
            }
        });
        return all;
    }

    /** Names members that a version does not define, wherever they stand. */
    private void collectForeign(
            Definition type, WireVersion version, JsonNode json, String place, List<String> foreign) {
        if (!json.isObject()) {
            return;
        }
        if (type.kind() != Definition.Kind.OBJECT) {
            JsonNode tag = json.path(type.union().discriminator());
            String variant = type.union().variants().get(tag.asText(""));
            Definition found = variant == null ? null : in(variant, version);
            if (found != null && type.kind() == Definition.Kind.UNION) {
                ObjectNode rest = json.deepCopy();
                rest.remove(type.union().discriminator());
                collectForeign(found, version, rest, place, foreign);
            }
            return;
        }
        Set<String> known = new TreeSet<>();
        type.members().forEach(member -> known.add(member.wire()));
        json.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                foreign.add(place + "/" + name);
            }
        });
        for (Member member : type.members()) {
            Definition inner = in(member.type().name().replace("~", ""), version);
            JsonNode value = json.path(member.wire());
            if (inner != null && OBJECTS.contains(inner.kind()) && member.codec() == null) {
                if (value.isArray()) {
                    value.forEach(each -> collectForeign(inner, version, each, place + "/" + member.wire(), foreign));
                } else {
                    collectForeign(inner, version, value, place + "/" + member.wire(), foreign);
                }
            }
        }
    }

    private @Nullable Definition in(String name, WireVersion version) {
        Definition found = definitions.find(name);
        return found == null ? null : found.in(version.number());
    }

    private static void expect(JsonCodec<Object> codec, JsonNode json, boolean taken, Member member, String what) {
        try {
            codec.decode(bytes(json));
            assertThat(taken).as(what + " " + member.wire() + " is taken").isTrue();
        } catch (SchemaException refused) {
            assertThat(taken).as(what + " " + member.wire() + " is refused").isFalse();
            assertThat(refused.path()).startsWith("/" + member.wire());
        } catch (JsonSyntaxException e) {
            fail("well-formed", e);
        }
    }

    private static void expectAcceptedOrRefusedThere(JsonCodec<Object> codec, JsonNode json, Member member) {
        try {
            codec.decode(bytes(json));
        } catch (SchemaException refused) {
            if (!refused.getMessage().contains("contradict")) {
                assertThat(refused.path()).startsWith("/" + member.wire());
            }
        } catch (JsonSyntaxException e) {
            fail("well-formed", e);
        }
    }

    @SuppressWarnings("unchecked")
    private static JsonCodec<Object> codec(Definition type, WireVersion version) throws ReflectiveOperationException {
        Class<?> compiled =
                Class.forName("io.acp4j.schema." + (type.area().isEmpty() ? "" : type.area() + ".") + type.name());
        return ((JsonCodec<Object>) compiled.getField("CODEC").get(null)).in(version);
    }

    private static Object read(JsonCodec<Object> codec, JsonNode json) {
        try {
            return codec.decode(bytes(json));
        } catch (IOException e) {
            return fail("refused " + json + ": " + e.getMessage(), e);
        }
    }

    private static JsonNode tree(JsonCodec<Object> codec, JsonNode json) {
        return tree(codec.encode(read(codec, json)));
    }

    private static JsonNode tree(byte[] json) {
        return Examples.parse(new String(json, StandardCharsets.UTF_8));
    }

    private static byte[] bytes(JsonNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
