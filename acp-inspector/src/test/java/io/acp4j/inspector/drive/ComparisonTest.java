package io.acp4j.inspector.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.update.SessionNotification;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    private static Conversation conversation(boolean isSecond, String... updates) throws Exception {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create(
                TranscriptOptions.KEEP_ALL, isSecond ? ProtocolVersion.V2 : ProtocolVersion.V1);
        for (String update : updates) {
            transcript.update(SessionNotification.CODEC
                    .in(isSecond ? WireVersion.V2 : WireVersion.V1)
                    .decode(RawJson.parse(
                            "{'sessionId':'a','update':".replace('\'', '"') + update.replace('\'', '"') + "}")));
        }
        return transcript.snapshot();
    }

    private static String call(String id, String members) {
        return "{'sessionUpdate':'tool_call','toolCallId':'" + id + "','title':'Run','status':'completed'," + members
                + "}";
    }

    private static String said(String role, String text) {
        return "{'sessionUpdate':'" + role + "_message_chunk','content':{'type':'text','text':'" + text + "'}}";
    }

    private static JsonNode compared(String left, String right) throws Exception {
        return Comparison.of(conversation(false, left), conversation(false, right));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'rawInput':{'a':1} | 'rawInput':{'a':2}",
                "'rawOutput':'x' | 'rawOutput':'y'",
                "'locations':[{'path':'/a','line':1}] | 'locations':[{'path':'/a','line':2}]",
                "'kind':'read' | 'kind':'edit'",
                "'content':[{'type':'content','content':{'type':'image','mimeType':'image/png','data':'AAAA'}}]"
                        + " | 'content':[{'type':'content','content':{'type':'image','mimeType':'image/png','data':'AAAB'}}]"
            })
    void toolCallsDifferInAllThatTheySay(String left, String right) throws Exception {
        assertThat(compared(call("t1", left.replace("''", "'")), call("t1", right.replace("''", "'")))
                        .path("rows"))
                .hasSize(1);
    }

    @Test
    void idsOfCallsAndTerminalsAreNoDifference() throws Exception {
        JsonNode result = compared(
                call("t1", "'content':[{'type':'terminal','terminalId':'one'}]"),
                call("t2", "'content':[{'type':'terminal','terminalId':'two'}]"));

        assertThat(result.path("rows")).isEmpty();
        assertThat(result.path("shared")).hasSize(1);
    }

    @Test
    void noticesDifferInWhatTheySay() throws Exception {
        String notice = "{'sessionUpdate':'notice','severity':'warning','title':'%s','description':'%s'}";

        assertThat(Comparison.of(
                                conversation(true, notice.formatted("A", "b")),
                                conversation(true, notice.formatted("A", "c")))
                        .path("rows"))
                .hasSize(1);
        assertThat(Comparison.of(
                                conversation(true, notice.formatted("A", "b")),
                                conversation(true, notice.formatted("A", "b")))
                        .path("rows"))
                .isEmpty();
    }

    @Test
    void textsAreTheSameHoweverTheyWereCut() throws Exception {
        JsonNode result = Comparison.of(
                conversation(false, said("agent", "one "), said("agent", "two")),
                conversation(false, said("agent", "one two")));

        assertThat(result.path("rows")).isEmpty();
    }

    @Test
    void entriesOfOneKindStandBesideOneAnother() throws Exception {
        JsonNode rows = Comparison.of(
                        conversation(false, said("user", "a"), said("agent", "b")),
                        conversation(false, said("user", "c"), call("t", "'kind':'read'"), said("agent", "d")))
                .path("rows");

        assertThat(rows).hasSize(3);
        assertThat(rows.path(0).path("left").path("role").asText()).isEqualTo("user");
        assertThat(rows.path(0).path("right").path("role").asText()).isEqualTo("user");
        assertThat(rows.path(1).path("left").isNull()).isTrue();
        assertThat(rows.path(1).path("right").path("type").asText()).isEqualTo("tool");
        assertThat(rows.path(2).path("left").path("role").asText()).isEqualTo("agent");
        assertThat(rows.path(2).path("right").path("role").asText()).isEqualTo("agent");
    }

    private static List<String> files(JsonNode result) {
        return StreamSupport.stream(result.path("sides").path(0).path("files").spliterator(), false)
                .map(file -> file.path("path").asText()
                        + (file.has("added") ? " +" + file.path("added") + " -" + file.path("removed") : ""))
                .toList();
    }

    @Test
    void changedFilesAreCountedFromDifferencesButNotFromFailures() throws Exception {
        String diff = "'content':[{'type':'diff','path':'/a.txt','oldText':'1\\n2\\n','newText':'1\\n3\\n4\\n'}]";
        JsonNode result = Comparison.of(
                conversation(
                        false,
                        call("t1", diff),
                        call("t2", diff),
                        call("t3", "'content':[{'type':'diff','path':'/new.txt','newText':'1\\n'}]"),
                        call("t4", diff.replace("a.txt", "b.txt")).replace("completed", "failed")),
                conversation(false));

        assertThat(files(result)).containsExactly("/a.txt +4 -2", "/new.txt +1 -0");
    }

    @Test
    void changedFilesOfVersion2HaveTheLinesOfTheirPartOfThePatch() throws Exception {
        String patch = "diff --git a/a b/a\\n--- a/a\\n+++ b/a\\n@@ -1 +1,2 @@\\n-x\\n+y\\n+z\\n"
                + "diff --git a/b b/b\\n--- a/b\\n+++ b/b\\n@@ -1 +0,0 @@\\n-w\\n";
        String changes = "{'sessionUpdate':'tool_call_update','toolCallId':'%s','title':'Edit','status':'completed',"
                + "'content':[{'type':'diff','changes':[{'operation':'modify','path':'/a'},{'operation':'delete','path':'/b'}]"
                + "%s}]}";
        String patched = changes.formatted("t1", ",'patch':{'format':'git_patch','text':'" + patch + "'}");

        assertThat(files(Comparison.of(conversation(true, patched), conversation(true))))
                .containsExactly("/a +2 -1", "/b (deleted) +0 -1");
        assertThat(files(Comparison.of(conversation(true, changes.formatted("t1", "")), conversation(true))))
                .containsExactly("/a", "/b (deleted)");
    }
}
