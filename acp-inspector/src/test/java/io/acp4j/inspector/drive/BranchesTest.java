package io.acp4j.inspector.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.SessionTreeResponse;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BranchesTest {

    /** The tree of messages that are written as {@code id<parent}. */
    private static Branches tree(String head, String... messages) {
        Branches branches = new Branches();
        branches.take(SessionTreeResponse.builder(
                        Stream.of(messages).map(BranchesTest::message).toList())
                .head(new MessageId(head))
                .build());
        return branches;
    }

    private static BranchMessage message(String written) {
        String[] parts = written.split("<", 2);
        return BranchMessage.builder(new MessageId(parts[0]), BranchRole.USER, 1, "2026-01-01T00:00:00Z")
                .parentId(parts.length == 1 ? null : new MessageId(parts[1]))
                .preview("about " + parts[0])
                .build();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    @Test
    void branchesPartWhereMessagesHaveSiblingsAndLeadToTheNewestEnd() {
        JsonNode shown = tree("d", "a", "b<a", "c<b", "d<a", "e<b").json();

        assertThat(shown.path("points")).hasSize(1);
        JsonNode point = shown.path("points").path(0);
        assertThat(point.path("index").asInt()).isEqualTo(1);
        assertThat(point.path("fromEnd").asInt()).isZero();
        assertThat(texts(point.path("ids"))).containsExactly("b", "d");
        assertThat(texts(point.path("to"))).containsExactly("e", "d");
        assertThat(shown.path("after")).isEmpty();
    }

    @Test
    void whatGoesOnFromTheHeadIsNamed() {
        JsonNode shown = tree("b", "a", "b<a", "c<b", "d<c", "e<b").json();

        assertThat(shown.path("points")).isEmpty();
        assertThat(texts(shown.path("after").path(0))).containsExactly("d", "about c");
        assertThat(texts(shown.path("after").path(1))).containsExactly("e", "about e");
    }

    @Test
    void sessionsMayBeginMoreThanOnce() {
        JsonNode shown = tree("b", "a", "b").json();

        assertThat(texts(shown.path("points").path(0).path("to"))).containsExactly("a", "b");
    }

    @Test
    void treesThatAreNoneEnd() {
        assertThat(tree("a", "a<c", "b<a", "c<b").json().path("points")).isEmpty();
        assertThat(tree("gone", "a", "b<missing").json().path("points")).isEmpty();
        assertThat(tree("a", "a<a").json().path("cut").asBoolean()).isFalse();
    }

    @Test
    void largerTreesAreNotShown() {
        String[] messages = IntStream.rangeClosed(0, Branches.MAX_MESSAGES)
                .mapToObj(Integer::toString)
                .toArray(String[]::new);

        JsonNode shown = tree("0", messages).json();
        assertThat(shown.path("cut").asBoolean()).isTrue();
        assertThat(shown.path("points")).isEmpty();
    }

    @Test
    void idsAreShownVisibleAndFoundAgain() {
        Branches branches = tree("a\u202e", "a\u202e", "b<a\u202e");

        String shown = branches.json().path("head").asText();
        assertThat(shown).doesNotContain("\u202e");
        assertThat(branches.find(shown)).isEqualTo(new MessageId("a\u202e"));
        assertThatThrownBy(() -> branches.find("c"))
                .isInstanceOf(PageException.class)
                .hasMessage("this message is no longer in the session");
    }
}
