package io.acp4j.schema.fs;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FsTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(
                        ReadTextFileRequest.CODEC,
                        "{'sessionId':'s','path':'/a','line':1,'limit':0,'_meta':{'k':[1]}}"),
                arguments(ReadTextFileResponse.CODEC, "{'content':'a\\n','_meta':{'k':[1]}}"),
                arguments(WriteTextFileRequest.CODEC, "{'sessionId':'s','path':'/a','content':'c','_meta':{'k':[1]}}"),
                arguments(WriteTextFileResponse.CODEC, "{'_meta':{'k':[1]}}"));
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
    void nullResultIsAnEmptyResponse() {
        assertThat(read(WriteTextFileResponse.CODEC, "null")).isEqualTo(WriteTextFileResponse.EMPTY);
        assertThat(tree(WriteTextFileResponse.CODEC, WriteTextFileResponse.EMPTY))
                .isEqualTo(tree("{}"));
    }

    @Test
    void linesAreCountedIn32Bits() {
        assertRefused(ReadTextFileRequest.CODEC, "{'sessionId':'s','path':'/a','line':4294967296}", "/line");
        assertRefused(ReadTextFileRequest.CODEC, "{'sessionId':'s','path':'/a','limit':-1}", "/limit");
        assertRefused(ReadTextFileRequest.CODEC, "{'sessionId':'s','path':'/a','limit':1.5}", "/limit");
    }

    @Test
    void factoriesMakeWhatTheySay() {
        SessionId session = new SessionId("s");

        assertThat(ReadTextFileRequest.of(session, "/a"))
                .isEqualTo(read(ReadTextFileRequest.CODEC, "{'sessionId':'s','path':'/a','line':null}"));
        assertThat(ReadTextFileResponse.of("c")).isEqualTo(read(ReadTextFileResponse.CODEC, "{'content':'c'}"));
        assertThat(WriteTextFileRequest.of(session, "/a", "c"))
                .isEqualTo(read(WriteTextFileRequest.CODEC, "{'sessionId':'s','path':'/a','content':'c'}"));
    }
}
