package io.acp4j.schema.branching;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Side;
import io.acp4j.schema.Stability;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BranchTypesTest {

    private static final String MESSAGE = "{'messageId':'m','role':'user','depth':2,'createdAt':'2026-11-21T00:00:00Z',"
            + "'parentId':'p','label':'l','preview':'Hi','_meta':{'k':1}}";
    private static final String LEAF = "{'messageId':'m','depth':2,'createdAt':'2026-11-21T00:00:00Z','active':true,"
            + "'label':'l','_meta':{'k':1}}";
    private static final String ENTRY = "{'message':" + MESSAGE
            + ",'updates':[{'sessionUpdate':'user_message_chunk','content':{'type':'text','text':'Hi'},'messageId':'m'},"
            + "{'sessionUpdate':'new_kind','x':1}],'_meta':{'k':1}}";
    private static final String PAGED = "'sessionId':'s','cursor':'c','limit':7,'_meta':{'k':1}";
    private static final String ON_MESSAGE = "'sessionId':'s','messageId':'m','_meta':{'k':1}";

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(
                        SessionLineage.CODEC,
                        "{'parentSessionId':'p','forkMessageId':'m','forkDepth':4,'label':'alt'}"),
                arguments(
                        ForkDetails.CODEC,
                        "{'user':false,'thought':true,'granularity':'turn','label':true,'lineage':true}"),
                arguments(
                        ForkRequestOptions.CODEC,
                        "{'label':'alt','idempotencyKey':'k','promptDigest':'d','role':'agent'}"),
                arguments(SessionTraits.CODEC, "{'kind':'cron'}"),
                arguments(ForkHistory.CODEC, "{'follows':true,'last':true}"),
                arguments(BranchingCapability.CODEC, "{'version':1,'methods':['_acp4j/session/tree']}"),
                arguments(BranchMessage.CODEC, MESSAGE),
                arguments(BranchLeaf.CODEC, LEAF),
                arguments(PathEntry.CODEC, ENTRY),
                arguments(SessionTreeRequest.CODEC, "{" + PAGED + "}"),
                arguments(
                        SessionTreeResponse.CODEC,
                        "{'messages':[" + MESSAGE + "],'head':'m','nextCursor':'n','_meta':{'k':1}}"),
                arguments(SessionBranchesRequest.CODEC, "{" + PAGED + "}"),
                arguments(SessionBranchesResponse.CODEC, "{'leaves':[" + LEAF + "],'nextCursor':'n','_meta':{'k':1}}"),
                arguments(SessionPathRequest.CODEC, "{'messageId':'m','direction':'backward'," + PAGED + "}"),
                arguments(
                        SessionPathResponse.CODEC,
                        "{'messages':[" + ENTRY + "],'nextCursor':'n','previousCursor':'b','_meta':{'k':1}}"),
                arguments(NavigateSessionRequest.CODEC, "{" + ON_MESSAGE + "}"),
                arguments(NavigateSessionResponse.CODEC, "{'head':'m','text':'Hi','_meta':{'k':1}}"),
                arguments(LabelMessageRequest.CODEC, "{'label':'l'," + ON_MESSAGE + "}"),
                arguments(LabelMessageResponse.CODEC, "{'_meta':{'k':1}}"),
                arguments(CompareBranchesRequest.CODEC, "{'sessionId':'s','left':'a','right':'b','_meta':{'k':1}}"),
                arguments(
                        CompareBranchesResponse.CODEC,
                        "{'left':[" + MESSAGE + "],'right':[" + MESSAGE + "],'common':'m','_meta':{'k':1}}"),
                arguments(
                        GraftBranchRequest.CODEC,
                        "{'sessionId':'s','from':'a','summary':'all done','into':'b','_meta':{'k':1}}"),
                arguments(GraftBranchResponse.CODEC, "{'messageId':'m','_meta':{'k':1}}"),
                arguments(PruneBranchRequest.CODEC, "{" + ON_MESSAGE + "}"),
                arguments(PruneBranchResponse.CODEC, "{'removed':3,'_meta':{'k':1}}"),
                arguments(SessionMovedNotification.CODEC, "{'sessionId':'s','head':'m','_meta':{'k':1}}"));
    }

    @ParameterizedTest
    @MethodSource("complete")
    void everyMemberFollowsItsRule(ObjectCodec<?> codec, String complete) {
        assertRules(codec, complete);
    }

    @ParameterizedTest
    @MethodSource("complete")
    void builderTakesEveryMember(ObjectCodec<?> codec, String complete) {
        assertBuilder(read(codec, complete));
    }

    @Test
    void messageOfTheTreeIsReadWhole() {
        assertThat(read(BranchMessage.CODEC, MESSAGE))
                .usingRecursiveComparison()
                .ignoringFields("meta")
                .isEqualTo(BranchMessage.builder(new MessageId("m"), BranchRole.USER, 2, "2026-11-21T00:00:00Z")
                        .parentId(new MessageId("p"))
                        .label("l")
                        .preview("Hi")
                        .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "..:segment:3", "\ud83d\ude00", "\u00e9", "e\u0301", "null", "0"})
    void idsOfMessagesAreOpaque(String id) {
        NavigateSessionRequest request = NavigateSessionRequest.of(new SessionId("s"), new MessageId(id));

        String json = tree(NavigateSessionRequest.CODEC, request).toString();

        assertThat(read(NavigateSessionRequest.CODEC, json).messageId().value()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "65536"})
    void sizeOfAPageIsBounded(String limit) {
        assertRefused(SessionTreeRequest.CODEC, "{'sessionId':'s','limit':" + limit + "}", "/limit");
    }

    @Test
    void pathOfAMessageHasOneMessageAtLeast() {
        assertRefused(BranchLeaf.CODEC, "{'messageId':'m','depth':0,'createdAt':'2026-11-21T00:00:00Z'}", "/depth");
    }

    @Test
    void unknownWordsAreKept() {
        assertReadsAs(
                SessionPathRequest.CODEC,
                "{'sessionId':'s','direction':'sideways'}",
                "{'sessionId':'s','direction':'sideways'}");
        assertReadsAs(SessionTraits.CODEC, "{'kind':'robot'}", "{'kind':'robot'}");
        assertThat(new SessionKind("robot").forkable()).isTrue();
    }

    @Test
    void labelIsTakenAwayByNullOrByNone() {
        LabelMessageRequest removing = new LabelMessageRequest(new SessionId("s"), new MessageId("m"), null, null);

        assertThat(read(LabelMessageRequest.CODEC, "{'sessionId':'s','messageId':'m','label':null}"))
                .isEqualTo(removing);
        assertThat(tree(LabelMessageRequest.CODEC, removing)).isEqualTo(tree("{'sessionId':'s','messageId':'m'}"));
        assertThat(read(LabelMessageResponse.CODEC, "null")).isEqualTo(LabelMessageResponse.EMPTY);
    }

    @Test
    void nextPageAsksTheSameFromItsCursorOn() {
        SessionId session = new SessionId("s");

        assertThat(SessionTreeRequest.of(session).after("c"))
                .isEqualTo(new SessionTreeRequest(session, "c", null, null));
        assertThat(new SessionBranchesRequest(session, "b", 5, null).after("c"))
                .isEqualTo(new SessionBranchesRequest(session, "c", 5, null));
        SessionPathRequest path = SessionPathRequest.builder(session)
                .messageId(new MessageId("m"))
                .direction(PathDirection.BACKWARD)
                .limit(3)
                .build();
        assertThat(path.at("c")).isEqualTo(path.toBuilder().cursor("c").build());
    }

    @Test
    void lineageIsNoMoreNegativeThanItsCount() {
        SessionLineage.Builder builder = SessionLineage.builder().forkDepth(-1);

        assertThatThrownBy(builder::build).isInstanceOf(IllegalArgumentException.class);
    }

    static Stream<Arguments> methods() {
        return BranchMethods.ALL.stream().map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void methodNeedsToBeListedByTheAgent(RequestMethod<?, ?> method) {
        AgentCapabilities listing = capabilities("{'version':1,'methods':['" + method.name() + "']}");

        assertThat(method.capability().in(listing)).isTrue();
        assertThat(BranchMethods.ALL)
                .filteredOn(other -> other.capability().in(listing))
                .containsExactly(method);
        assertThat(method.capability().in(AgentCapabilities.NONE)).isFalse();
        assertThat(method.capability().in(capabilities("{'version':2,'methods':['" + method.name() + "']}")))
                .isFalse();
        assertThat(method.capability().in(capabilities("'yes'"))).isFalse();
    }

    private static AgentCapabilities capabilities(String branching) {
        return read(AgentCapabilities.CODEC, "{'_meta':{'acp4j/branching':" + branching + "}}");
    }

    @ParameterizedTest
    @MethodSource("methods")
    void methodIsAnExtensionThatTheAgentHandlesForASession(RequestMethod<?, ?> method) {
        assertThat(method.name()).startsWith("_acp4j/session/");
        assertThat(method.handledBy()).containsExactly(Side.AGENT);
        assertThat(method.stability()).isEqualTo(Stability.UNSTABLE);
        assertThat(method.result()).isNotNull();
        assertThat(BranchMethods.byName(method.name())).isSameAs(method);
        assertThat(Methods.request(method.name())).isNull();
        String params = "{'sessionId':'s','messageId':'m','left':'a','right':'b','from':'a','summary':''}";
        assertThat(read((JsonCodec<?>) method.params(), params))
                .isInstanceOfSatisfying(
                        SessionScoped.class,
                        scoped -> assertThat(scoped.sessionId()).isEqualTo(new SessionId("s")));
    }

    @Test
    void everyRequestIsListedOnce() {
        assertThat(Arrays.stream(BranchMethods.class.getFields())
                        .filter(field -> Modifier.isStatic(field.getModifiers())
                                && field.getType().equals(RequestMethod.class))
                        .count())
                .isEqualTo(BranchMethods.ALL.size());
        assertThat(BranchMethods.ALL).doesNotHaveDuplicates();
        assertThat(BranchMethods.byName("_acp4j/session/dance")).isNull();
    }

    @Test
    void capabilityListsTheMethodsItIsMadeOf() {
        BranchingCapability capability = BranchingCapability.of(List.of(BranchMethods.TREE, BranchMethods.PATH));

        assertThat(tree(BranchingCapability.CODEC, capability))
                .isEqualTo(tree("{'version':1,'methods':['_acp4j/session/tree','_acp4j/session/path']}"));
        assertThat(capability.supports(BranchMethods.PATH)).isTrue();
        assertThat(capability.supports(BranchMethods.PRUNE)).isFalse();
    }

    @Test
    void clientsAreToldOfMovesThatTheyListAmongTheirCapabilities() {
        assertThat(BranchMethods.MOVED.handledBy()).containsExactly(Side.CLIENT);
        for (WireVersion version : WireVersion.values()) {
            NotificationMethod<SessionMovedNotification> moved = BranchMethods.MOVED.in(version);
            assertThat(moved.name()).isEqualTo("_acp4j/session/moved");
            assertThat(moved.capability().in(client(null))).isFalse();
            assertThat(moved.capability().in(client(List.of()))).isFalse();
            assertThat(moved.capability().in(client(List.of(BranchMethods.PATH))))
                    .isFalse();
            assertThat(moved.capability().in(client(List.of(BranchMethods.PATH, BranchMethods.MOVED))))
                    .isTrue();
        }
    }

    private static ClientCapabilities client(@Nullable List<Method<?>> methods) {
        return ClientCapabilities.builder()
                .meta(methods == null ? null : BranchingCapability.of(methods).into(null))
                .build();
    }
}
