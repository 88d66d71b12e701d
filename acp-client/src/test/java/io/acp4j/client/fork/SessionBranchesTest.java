package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.SessionBranches;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchLeaf;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.CompareBranchesResponse;
import io.acp4j.schema.branching.NavigateSessionResponse;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionBranchesTest {

    private static final MessageId M2 = new MessageId("m2");
    private static final String CAPABILITY = "{'_meta':{'acp4j/branching':{'version':1,'methods':["
            + "'_acp4j/session/tree','_acp4j/session/branches','_acp4j/session/path','_acp4j/session/navigate',"
            + "'_acp4j/session/label','_acp4j/session/compare','_acp4j/session/graft','_acp4j/session/prune']}}}";

    private ForkFixture fixture = new ForkFixture(CAPABILITY, builder -> {});

    @AfterEach
    void close() {
        fixture.close();
    }

    private SessionBranches branches() {
        return fixture.session().branches();
    }

    private static String message(String id, int depth) {
        return "{'messageId':'" + id + "','role':'user','depth':" + depth + ",'createdAt':'2026-11-21T00:00:00Z'}";
    }

    private static String entry(String id, int depth) {
        return "{'message':" + message(id, depth) + ",'updates':[]}";
    }

    static Stream<Consumer<SessionBranches>> calls() {
        return Stream.of(
                SessionBranches::tree,
                SessionBranches::leaves,
                SessionBranches::path,
                branches -> branches.path(M2),
                branches -> branches.pathBackward(null),
                branches -> branches.navigate(M2),
                branches -> branches.label(M2, "x"),
                branches -> branches.compare(M2, M2),
                branches -> branches.graft(M2, "x"),
                branches -> branches.prune(M2));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void agentThatDoesNotListAMethodIsNotSentIt(Consumer<SessionBranches> call) {
        fixture.close();
        fixture = new ForkFixture("{'_meta':{'acp4j/branching':{'version':1,'methods':[]}}}", builder -> {});
        SessionBranches branches = branches();

        assertThatThrownBy(() -> call.accept(branches))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused ->
                                assertThat(refused.capability()).isEqualTo("agentCapabilities._meta.acp4j/branching"));
        assertThat(BranchMethods.ALL).noneMatch(branches::supports);
        fixture.agent.expectNothingBefore(() -> fixture.client.sessions().get(0).cancel(), "session/cancel");
    }

    @Test
    @DisplayName("61: leaves come with their depth, over all pages")
    void leavesComeOverAllPages() {
        SessionBranches branches = branches();
        assertThat(BranchMethods.ALL).allMatch(branches::supports);
        CompletableFuture<List<BranchLeaf>> asking =
                supplyAsync(() -> branches.leaves().toList());
        JsonNode first = fixture.answerNext(
                "_acp4j/session/branches",
                "{'leaves':[{'messageId':'m6','depth':6,'createdAt':'2026-11-21T00:00:00Z'}],'nextCursor':'c'}");
        JsonNode second = fixture.answerNext(
                "_acp4j/session/branches",
                "{'leaves':[{'messageId':'m8','depth':4,'createdAt':'2026-11-21T00:00:00Z','active':true}]}");

        assertThat(get(asking))
                .extracting(leaf -> leaf.messageId() + " " + leaf.depth() + " " + leaf.active())
                .containsExactly("m6 6 false", "m8 4 true");
        assertThat(first).isEqualTo(json("{'sessionId':'s1'}"));
        assertThat(second).isEqualTo(json("{'sessionId':'s1','cursor':'c'}"));
    }

    @Test
    void treeIsFetchedNoFurtherThanItIsRead() {
        SessionBranches branches = branches();
        CompletableFuture<Iterator<BranchMessage>> asking = supplyAsync(() -> {
            Iterator<BranchMessage> tree = branches.tree().iterator();
            tree.next();
            return tree;
        });
        fixture.answerNext("_acp4j/session/tree", "{'messages':[" + message("m1", 1) + "],'nextCursor':'c'}");
        get(asking);

        fixture.agent.expectNothingBefore(() -> fixture.client.sessions().get(0).cancel(), "session/cancel");
    }

    @Test
    @DisplayName("62: the path of a message comes root first, or backward from its end")
    void pathComesFromEitherEnd() {
        SessionBranches branches = branches();
        CompletableFuture<List<String>> forward = supplyAsync(() -> branches.path(M2)
                .map(entry -> entry.message().messageId().value())
                .toList());
        JsonNode asked = fixture.answerNext(
                "_acp4j/session/path", "{'messages':[" + entry("m1", 1) + "," + entry("m2", 2) + "]}");
        CompletableFuture<List<String>> backward = supplyAsync(() -> branches.pathBackward(null)
                .map(entry -> entry.message().messageId().value())
                .toList());
        JsonNode askedBackward = fixture.answerNext(
                "_acp4j/session/path", "{'messages':[" + entry("m7", 3) + "," + entry("m8", 4) + "],'nextCursor':'c'}");
        fixture.answerNext("_acp4j/session/path", "{'messages':[" + entry("m1", 1) + "," + entry("m2", 2) + "]}");

        assertThat(get(forward)).containsExactly("m1", "m2");
        assertThat(asked).isEqualTo(json("{'sessionId':'s1','messageId':'m2'}"));
        assertThat(get(backward)).containsExactly("m8", "m7", "m2", "m1");
        assertThat(askedBackward).isEqualTo(json("{'sessionId':'s1','direction':'backward'}"));
    }

    @Test
    void agentThatGivesACursorTwiceIsNotFollowedForEver() {
        SessionBranches branches = branches();
        CompletableFuture<List<BranchMessage>> asking =
                supplyAsync(() -> branches.tree().toList());
        fixture.answerNext("_acp4j/session/tree", "{'messages':[],'nextCursor':'c'}");
        fixture.answerNext("_acp4j/session/tree", "{'messages':[],'nextCursor':'c'}");

        assertThatThrownBy(() -> get(asking)).isInstanceOf(AcpException.class).hasMessageContaining("same cursor");
    }

    @Test
    @DisplayName("68: navigating to a message of the user gives the new head and the text")
    void navigationGivesHeadAndText() {
        SessionBranches branches = branches();
        CompletableFuture<NavigateSessionResponse> going = supplyAsync(() -> branches.navigate(M2));
        JsonNode asked = fixture.answerNext("_acp4j/session/navigate", "{'head':'m1','text':'second'}");

        assertThat(get(going)).isEqualTo(new NavigateSessionResponse(new MessageId("m1"), "second", null));
        assertThat(asked).isEqualTo(json("{'sessionId':'s1','messageId':'m2'}"));
    }

    @ParameterizedTest(name = "73: label {0}")
    @ValueSource(strings = {"good", ""})
    void labelIsSetOrTakenAway(String label) {
        SessionBranches branches = branches();
        CompletableFuture<Void> labelling = runAsync(() -> branches.label(M2, label.isEmpty() ? null : label));
        JsonNode asked = fixture.answerNext("_acp4j/session/label", "{}");
        get(labelling);

        assertThat(asked)
                .isEqualTo(json("{'sessionId':'s1','messageId':'m2'"
                        + (label.isEmpty() ? "" : ",'label':'" + label + "'") + "}"));
    }

    @Test
    @DisplayName("74: comparing gives what both have in common and what each has of its own")
    void comparisonGivesTheTails() {
        SessionBranches branches = branches();
        CompletableFuture<CompareBranchesResponse> comparing =
                supplyAsync(() -> branches.compare(new MessageId("m6"), new MessageId("m8")));
        JsonNode asked = fixture.answerNext(
                "_acp4j/session/compare",
                "{'common':'m2','left':[" + message("m3", 3) + "],'right':[" + message("m7", 3) + "]}");

        assertThat(get(comparing).common()).isEqualTo(M2);
        assertThat(get(comparing).left()).extracting(BranchMessage::messageId).containsExactly(new MessageId("m3"));
        assertThat(asked).isEqualTo(json("{'sessionId':'s1','left':'m6','right':'m8'}"));
    }

    @Test
    void graftGivesTheNewMessageAndPruningTheCount() {
        SessionBranches branches = branches();
        CompletableFuture<MessageId> grafting = supplyAsync(() -> branches.graft(M2, "in short"));
        JsonNode asked = fixture.answerNext("_acp4j/session/graft", "{'messageId':'m9'}");
        CompletableFuture<Integer> pruning = supplyAsync(() -> branches.prune(M2));
        JsonNode pruned = fixture.answerNext("_acp4j/session/prune", "{'removed':4}");

        assertThat(get(grafting)).isEqualTo(new MessageId("m9"));
        assertThat(asked).isEqualTo(json("{'sessionId':'s1','from':'m2','summary':'in short'}"));
        assertThat(get(pruning)).isEqualTo(4);
        assertThat(pruned).isEqualTo(json("{'sessionId':'s1','messageId':'m2'}"));
    }
}
