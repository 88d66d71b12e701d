package io.acp4j.schema.terminal;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.mcp.EnvVariable;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TerminalTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(
                        CreateTerminalRequest.CODEC,
                        "{'sessionId':'s','command':'c','args':['a',''],'env':[{'name':'N','value':'V'}],'cwd':'/w','outputByteLimit':9007199254740993,'_meta':{'k':[1]}}"),
                arguments(CreateTerminalResponse.CODEC, "{'terminalId':'t','_meta':{'k':[1]}}"),
                arguments(TerminalOutputRequest.CODEC, "{'sessionId':'s','terminalId':'t','_meta':{'k':[1]}}"),
                arguments(
                        TerminalOutputResponse.CODEC,
                        "{'output':'o','truncated':true,'exitStatus':{'exitCode':0},'_meta':{'k':[1]}}"),
                arguments(TerminalExitStatus.CODEC, "{'exitCode':255,'signal':'SIGTERM','_meta':{'k':[1]}}"),
                arguments(WaitForTerminalExitRequest.CODEC, "{'sessionId':'s','terminalId':'t','_meta':{'k':[1]}}"),
                arguments(WaitForTerminalExitResponse.CODEC, "{'exitCode':1,'signal':'SIGKILL','_meta':{'k':[1]}}"),
                arguments(KillTerminalRequest.CODEC, "{'sessionId':'s','terminalId':'t','_meta':{'k':[1]}}"),
                arguments(KillTerminalResponse.CODEC, "{'_meta':{'k':[1]}}"),
                arguments(ReleaseTerminalRequest.CODEC, "{'sessionId':'s','terminalId':'t','_meta':{'k':[1]}}"),
                arguments(ReleaseTerminalResponse.CODEC, "{'_meta':{'k':[1]}}"));
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
        assertThat(read(KillTerminalResponse.CODEC, "null")).isEqualTo(KillTerminalResponse.EMPTY);
        assertThat(tree(KillTerminalResponse.CODEC, KillTerminalResponse.EMPTY)).isEqualTo(tree("{}"));
        assertThat(read(ReleaseTerminalResponse.CODEC, "null")).isEqualTo(ReleaseTerminalResponse.EMPTY);
        assertThat(tree(ReleaseTerminalResponse.CODEC, ReleaseTerminalResponse.EMPTY))
                .isEqualTo(tree("{}"));
    }

    @Test
    void argumentsAndVariablesAreNotForgiven() {
        assertRefused(CreateTerminalRequest.CODEC, "{'sessionId':'s','command':'c','args':['a',5]}", "/args/1");
        assertRefused(
                CreateTerminalRequest.CODEC, "{'sessionId':'s','command':'c','env':[{'name':'N'}]}", "/env/0/value");
    }

    @Test
    void secretsInTheEnvironmentAreLeftOutOfToString() {
        CreateTerminalRequest request = CreateTerminalRequest.builder(new SessionId("s"), "c")
                .env(List.of(EnvVariable.of("TOKEN", "hunter2")))
                .build();

        assertThat(request.toString()).contains("TOKEN").doesNotContain("hunter2");
    }

    @Test
    void factoriesMakeWhatTheySay() {
        SessionId session = new SessionId("s");
        TerminalId terminal = new TerminalId("t");

        assertThat(CreateTerminalResponse.of(terminal))
                .isEqualTo(read(CreateTerminalResponse.CODEC, "{'terminalId':'t'}"));
        assertThat(TerminalOutputRequest.of(session, terminal))
                .isEqualTo(read(TerminalOutputRequest.CODEC, "{'sessionId':'s','terminalId':'t'}"));
        assertThat(WaitForTerminalExitRequest.of(session, terminal))
                .isEqualTo(read(WaitForTerminalExitRequest.CODEC, "{'sessionId':'s','terminalId':'t'}"));
        assertThat(KillTerminalRequest.of(session, terminal))
                .isEqualTo(read(KillTerminalRequest.CODEC, "{'sessionId':'s','terminalId':'t'}"));
        assertThat(ReleaseTerminalRequest.of(session, terminal))
                .isEqualTo(read(ReleaseTerminalRequest.CODEC, "{'sessionId':'s','terminalId':'t'}"));
        assertThat(TerminalExitStatus.exited(3))
                .isEqualTo(read(TerminalExitStatus.CODEC, "{'exitCode':3,'signal':null}"));
        assertThat(WaitForTerminalExitResponse.of(TerminalExitStatus.killed("SIGTERM")))
                .isEqualTo(read(WaitForTerminalExitResponse.CODEC, "{'exitCode':-15,'signal':'SIGTERM'}"));
    }
}
