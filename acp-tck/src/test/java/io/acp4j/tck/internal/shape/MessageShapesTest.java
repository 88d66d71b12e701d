package io.acp4j.tck.internal.shape;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.shape.ShapeFault.Kind;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageShapesTest {

    private static final MessageShapes SHAPES = MessageShapes.own();

    @TempDir
    Path folder;

    @Test
    void aMessageOfItsShapeHasNoFaults() {
        assertThat(result("session/new", obj("sessionId", "s", "modes", null, "_meta", obj("any", 1))))
                .isEmpty();
        assertThat(update(obj(
                        "sessionUpdate",
                        "tool_call",
                        "toolCallId",
                        "c",
                        "title",
                        "Reading",
                        "rawInput",
                        obj("any", arr(1, "two")),
                        "content",
                        arr(obj("type", "content", "content", obj("type", "text", "text", "x"))))))
                .isEmpty();
        assertThat(request("terminal/create", obj("sessionId", "s", "command", "ls", "outputByteLimit", 1.0)))
                .isEmpty();
    }

    @Test
    void whatIsMissingOrOfAnotherTypeIsNamedWithItsPlaceAndNothingOfItsContents() {
        assertThat(result("session/new", obj("modes", null)))
                .containsExactly(new ShapeFault(Kind.WRONG, "$.result.sessionId", "a string", "missing"));
        assertThat(request(
                        "session/request_permission",
                        obj(
                                "sessionId",
                                "s",
                                "toolCall",
                                obj("toolCallId", "c"),
                                "options",
                                arr(
                                        obj("optionId", "a", "name", "Yes", "kind", "allow_once"),
                                        obj("optionId", 7, "name", "No", "kind", "reject_once")))))
                .containsExactly(new ShapeFault(Kind.WRONG, "$.params.options[1].optionId", "a string", "an integer"));
        assertThat(request(
                        "terminal/create",
                        obj(
                                "sessionId",
                                "s",
                                "command",
                                "ls",
                                "env",
                                arr(obj("name", "N", "value", obj("secret", 1))))))
                .containsExactly(new ShapeFault(Kind.WRONG, "$.params.env[0].value", "a string", "an object"));
    }

    @Test
    void whatAReaderDoesWithoutIsToldApart() {
        assertThat(result("session/new", obj("sessionId", "s", "modes", obj("currentModeId", "m"))))
                .containsExactly(new ShapeFault(Kind.FORGIVEN, "$.result.modes.availableModes", "an array", "missing"));
        assertThat(update(obj(
                        "sessionUpdate",
                        "tool_call",
                        "toolCallId",
                        "c",
                        "title",
                        "Reading",
                        "locations",
                        arr(obj("path", "/a"), obj("path", "/b", "line", -1)))))
                .extracting(ShapeFault::kind, ShapeFault::path)
                .containsExactly(tuple(Kind.FORGIVEN, "$.params.update.locations[1].line"));
    }

    @Test
    void membersThatNobodyKnowsAreFoundAtAnyDepth() {
        assertThat(update(obj(
                        "sessionUpdate",
                        "agent_message_chunk",
                        "content",
                        obj("type", "text", "text", "x", "annotations", obj("priority", 1, "mood", "secret")))))
                .containsExactly(new ShapeFault(
                        Kind.UNKNOWN, "$.params.update.content.annotations.mood", "members of the type", "not known"));
    }

    @Test
    void wordsAndVariantsThatWereAddedLaterDifferInTheirWordsOnly() {
        assertThat(words(update(obj("sessionUpdate", "hologram", "depth", 3))))
                .containsExactly("$.params.update.sessionUpdate");
        assertThat(words(update(
                        obj("sessionUpdate", "agent_message_chunk", "content", obj("type", "hologram", "z", 1)))))
                .containsExactly("$.params.update.content.type");
        assertThat(words(update(
                        obj("sessionUpdate", "tool_call", "toolCallId", "c", "title", "Thinking", "kind", "ponder"))))
                .containsExactly("$.params.update.kind");
        assertThat(words(result(
                        "initialize",
                        obj(
                                "protocolVersion",
                                1,
                                "agentCapabilities",
                                obj("telepathy", obj("range", 1)),
                                "authMethods",
                                arr(obj("id", "a", "name", "A", "type", "passkey", "origin", "x"))))))
                .containsExactly("$.result.authMethods[0].type");
        assertThat(request("hologram/show", obj("z", 1))).isEmpty();
    }

    @Test
    void wordsThatBeginWithAnUnderscoreAreExtensions() {
        assertThat(update(obj("sessionUpdate", "_hologram", "depth", 3))).isEmpty();
        assertThat(update(obj("sessionUpdate", "tool_call", "toolCallId", "c", "title", "Thinking", "kind", "_ponder")))
                .isEmpty();
    }

    private static List<String> words(List<ShapeFault> faults) {
        assertThat(faults).allMatch(fault -> fault.kind() == ShapeFault.Kind.WORD);
        return faults.stream().map(ShapeFault::path).toList();
    }

    @Test
    void aVariantWithoutItsTagIsTheOneThatHasNone() {
        assertThat(result(
                        "initialize",
                        obj("protocolVersion", 1, "authMethods", arr(obj("id", "a", "name", "A", "type", null)))))
                .isEmpty();
        assertThat(update(obj("content", obj("type", "text", "text", "x"))))
                .containsExactly(new ShapeFault(Kind.WRONG, "$.params.update.sessionUpdate", "a string", "missing"));
    }

    @Test
    void whatMayBeOfSeveralTypesIsComparedWithTheClosest() {
        JsonNode grouped = arr(obj("group", "g", "name", "G", "options", arr(obj("value", "v", "name", 3))));
        List<ShapeFault> faults = result(
                "session/set_config_option",
                obj(
                        "configOptions",
                        arr(obj("type", "select", "id", "o", "name", "O", "currentValue", "v", "options", grouped))));

        assertThat(faults)
                .containsExactly(new ShapeFault(
                        Kind.FORGIVEN,
                        "$.result.configOptions[0].options[0].options[0].name",
                        "a string",
                        "an integer"));
    }

    @Test
    void whatHasNothingToSayMayBeNull() {
        assertThat(SHAPES.faults(entry(obj("id", 1, "result", null)), call("session/close")))
                .isEmpty();
        assertThat(SHAPES.faults(entry(obj("id", 1, "result", null)), call("session/new")))
                .containsExactly(new ShapeFault(Kind.WRONG, "$.result", "an object", "null"));
    }

    @Test
    void manyFaultsAreNotAllListed() {
        ObjectNode strange = obj("sessionId", "s");
        for (int i = 0; i < 10_000; i++) {
            strange.put("m" + i, i);
        }

        assertThat(result("session/new", strange)).hasSize(50);
    }

    /** A release with more than this one knows. */
    private static final String LATER = """
            {"$defs": {
              "InitializeResponse": {"type": "object", "properties": {"agentCapabilities": {"type": "object"}},
                "x-method": "initialize", "x-side": "agent"},
              "StopReason": {"oneOf": [{"type": "string", "const": "end_turn"}, {"type": "string", "const": "bored"}]},
              "SessionUpdate": {"oneOf": [{"properties": {"sessionUpdate": {"const": "weather"}}}]},
              "GlobRequest": {"type": "object", "x-method": "fs/glob", "x-side": "client"}}}
            """;

    @Test
    void theOfficialSchemaIsReadInItsPlace() throws IOException {
        String schema = """
            {"$defs": {
              "InitializeResponse": {"type": "object", "properties": {"agentCapabilities": {"type": "object"}},
                "x-method": "initialize"},
              "Mood": {"oneOf": [{"type": "string", "const": "good"}, {"type": "string", "const": "bad"}]},
              "NewSessionResponse": {"type": "object", "required": ["mood"], "x-method": "session/new",
                "properties": {"mood": {"allOf": [{"$ref": "#/$defs/Mood"}]},
                  "size": {"type": ["integer", "null"], "minimum": 0}}}}}
            """;
        Files.createDirectory(folder.resolve("v1"));
        Files.writeString(folder.resolve("v1/schema.json"), schema);
        MessageShapes shapes = MessageShapes.in(folder, 1);

        assertThat(shapes.faults(entry(obj("id", 1, "result", obj("mood", "fair"))), call("session/new")))
                .isEmpty();
        assertThat(shapes.faults(entry(obj("id", 1, "result", obj("mood", 3, "size", -1))), call("session/new")))
                .containsExactly(
                        new ShapeFault(Kind.WRONG, "$.result.mood", "a string", "an integer"),
                        new ShapeFault(Kind.WRONG, "$.result.size", "a number of at least 0", "a number out of range"));
    }

    @Test
    void wordsAndKindsStandInTheSchema() {
        assertThat(SHAPES.words("StopReason"))
                .containsExactlyInAnyOrder("end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled");
        assertThat(SHAPES.words("ToolCallStatus"))
                .containsExactlyInAnyOrder("pending", "in_progress", "completed", "failed");
        assertThat(SHAPES.words("PermissionOptionKind"))
                .containsExactlyInAnyOrder("allow_once", "allow_always", "reject_once", "reject_always");
        assertThat(SHAPES.tags("ContentBlock", "type"))
                .containsExactlyInAnyOrder("text", "image", "audio", "resource_link", "resource");
        assertThat(SHAPES.tags("SessionUpdate", "sessionUpdate")).contains("plan", "usage_update", "notice");
        assertThat(SHAPES.methodsOf("client"))
                .contains("session/update", "fs/read_text_file", "terminal/kill")
                .doesNotContain("session/prompt", "initialize");
        assertThat(SHAPES.methodsOf("agent")).contains("session/prompt").doesNotContain("session/update");
    }

    @Test
    void theOfficialSchemaAddsWordsKindsAndMethods() throws IOException {
        Files.writeString(folder.resolve("schema.json"), LATER);
        MessageShapes shapes = MessageShapes.in(folder, 1);

        assertThat(shapes.words("StopReason")).contains("end_turn", "bored");
        assertThat(shapes.tags("SessionUpdate", "sessionUpdate")).contains("plan", "weather");
        assertThat(shapes.methodsOf("client")).contains("session/update", "fs/glob");
        assertThat(shapes.methodsOf("agent")).doesNotContain("fs/glob");
    }

    @Test
    void aDirectoryWithoutTheSchemaOfVersion1IsRefused() throws IOException {
        assertThatThrownBy(() -> MessageShapes.in(folder, 1)).hasMessageContaining("no schema.json");
        Files.writeString(folder.resolve("schema.json"), "{\"$defs\": {}}");
        assertThatThrownBy(() -> MessageShapes.in(folder, 1)).hasMessageContaining("no schema of version 1");
        Files.writeString(folder.resolve("schema.json"), "{");
        assertThatThrownBy(() -> MessageShapes.in(folder, 1)).hasMessageContaining("not JSON");
    }

    private static List<ShapeFault> result(String method, JsonNode result) {
        return SHAPES.faults(entry(obj("id", 1, "result", result)), call(method));
    }

    private static List<ShapeFault> request(String method, JsonNode params) {
        return SHAPES.faults(entry(obj("id", 1, "method", method, "params", params)), null);
    }

    private static List<ShapeFault> update(JsonNode update) {
        return SHAPES.faults(
                entry(obj("method", "session/update", "params", obj("sessionId", "s", "update", update))), null);
    }

    private static Entry call(String method) {
        return entry(obj("id", 1, "method", method, "params", obj()));
    }

    private static Entry entry(JsonNode json) {
        Entry.Kind kind = !json.has("method")
                ? Entry.Kind.RESPONSE
                : json.has("id") ? Entry.Kind.REQUEST : Entry.Kind.NOTIFICATION;
        return new Entry(0, 0, false, kind, Json.bytes(json), json, null);
    }
}
