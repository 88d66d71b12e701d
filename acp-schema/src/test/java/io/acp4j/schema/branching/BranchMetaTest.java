package io.acp4j.schema.branching;

import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.session.SessionInfo;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BranchMetaTest {

    private static final SessionLineage LINEAGE = SessionLineage.builder()
            .parentSessionId(new SessionId("p"))
            .forkMessageId(new MessageId("m"))
            .forkDepth(4)
            .label("alt")
            .build();

    @Test
    void lineageStandsBesideWhatIsThere() {
        Meta meta = LINEAGE.into(Meta.of("k", 1));

        assertThat(tree(Meta.CODEC, meta))
                .isEqualTo(tree("{'k':1,'acp4j/lineage':{'parentSessionId':'p','forkMessageId':'m',"
                        + "'forkDepth':4,'label':'alt'}}"));
        assertThat(SessionLineage.of(meta)).isEqualTo(LINEAGE);
        assertThat(LINEAGE.into(null).members()).containsOnlyKeys(SessionLineage.KEY);
        assertThat(SessionLineage.of(SessionLineage.builder().label("b").build().into(meta)))
                .isEqualTo(SessionLineage.builder().label("b").build());
    }

    @Test
    void lineageIsReadOffARowOfAList() {
        SessionInfo row = read(
                SessionInfo.CODEC,
                "{'sessionId':'c','cwd':'/w','_meta':{'acp4j/lineage':{'parentSessionId':'p','forkDepth':4}}}");

        SessionLineage lineage = SessionLineage.of(row.meta());

        assertThat(lineage).isNotNull();
        assertThat(lineage.parentSessionId()).isEqualTo(new SessionId("p"));
        assertThat(lineage.forkDepth()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'acp4j/lineage':null}", "{'acp4j/lineage':7}", "{'acp4j/lineage':['p']}"})
    void lineageThatIsNoneOrMalformedIsNull(String meta) {
        assertThat(SessionLineage.of(read(Meta.CODEC, meta))).isNull();
        assertThat(SessionLineage.of(null)).isNull();
    }

    @Test
    void malformedPartOfALineageLeavesTheRest() {
        Meta meta = read(
                Meta.CODEC, "{'acp4j/lineage':{'parentSessionId':'p','forkMessageId':7,'forkDepth':-3,'label':[]}}");

        assertThat(SessionLineage.of(meta))
                .isEqualTo(SessionLineage.builder()
                        .parentSessionId(new SessionId("p"))
                        .build());
    }

    @Test
    void depthThatIsUnsaidIsUnknownAndNoneIsWritten() {
        assertThat(SessionLineage.of(read(Meta.CODEC, "{'acp4j/lineage':{'parentSessionId':'p'}}"))
                        .forkDepth())
                .isNull();
        assertThat(tree(
                        Meta.CODEC,
                        SessionLineage.builder().forkDepth(0).build().into(null)))
                .isEqualTo(tree(Meta.CODEC, read(Meta.CODEC, "{'acp4j/lineage':{'forkDepth':0}}")));
    }

    @Test
    void detailsOfForkingStandInItsCapability() {
        SessionForkCapabilities fork = read(
                SessionForkCapabilities.CODEC,
                "{'atMessageId':true,'_meta':{'acp4j/fork':{'user':true,'thought':false,'granularity':'message',"
                        + "'label':true,'lineage':true}}}");

        assertThat(ForkDetails.of(fork.meta()))
                .isEqualTo(ForkDetails.builder().label(true).lineage(true).build());
        assertThat(tree(
                        SessionForkCapabilities.CODEC,
                        new SessionForkCapabilities(
                                true,
                                ForkDetails.builder()
                                        .label(true)
                                        .lineage(true)
                                        .build()
                                        .into(null),
                                fork.extras())))
                .isEqualTo(tree(SessionForkCapabilities.CODEC, fork));
        assertThat(ForkDetails.of(SessionForkCapabilities.AT_MESSAGE.meta())).isNull();
    }

    @Test
    void detailsLeftOutMeanUserMessagesAndNothingElse() {
        assertThat(ForkDetails.of(read(Meta.CODEC, "{'acp4j/fork':{}}")))
                .isEqualTo(new ForkDetails(true, false, ForkGranularity.MESSAGE, false, false));
    }

    @Test
    void optionsAreReadAsTheyWereSent() throws Exception {
        ForkRequestOptions options = new ForkRequestOptions("alt", "key", "digest", BranchRole.AGENT);

        assertThat(ForkRequestOptions.of(options.into(null))).isEqualTo(options);
        assertThat(ForkRequestOptions.of(null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "{'idempotencyKey':7}", "{'label':{}}"})
    void malformedOptionsAreRefusedAndNeverPassedOver(String options) {
        Meta meta = read(Meta.CODEC, "{'acp4j/fork':" + options + "}");

        assertThatThrownBy(() -> ForkRequestOptions.of(meta))
                .isInstanceOfSatisfying(
                        SchemaException.class, fault -> assertThat(fault.path()).startsWith("/_meta/acp4j~1fork"));
    }

    @Test
    void sessionsOfTheClockAndOfOtherSessionsAreNotForked() {
        assertThat(List.of(SessionKind.CHAT, SessionKind.CRON, SessionKind.SUBAGENT))
                .extracting(SessionKind::forkable)
                .containsExactly(true, false, false);
        assertThat(SessionTraits.of(new SessionTraits(SessionKind.CRON).into(null)))
                .isEqualTo(new SessionTraits(SessionKind.CRON));
    }

    @Test
    void capabilityStandsBesideWhatIsThere() {
        BranchingCapability capability = BranchingCapability.of(BranchMethods.ALL);

        assertThat(BranchingCapability.of(capability.into(Meta.of("k", 1)))).isEqualTo(capability);
    }
}
