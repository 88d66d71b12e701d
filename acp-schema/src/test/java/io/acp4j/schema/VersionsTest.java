package io.acp4j.schema;

import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.auth.AuthMethodTerminal;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.protocol.CancelRequestNotification;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.OtherStateUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UnknownSessionUpdate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One record, two versions on the wire. */
class VersionsTest {

    private static final JsonCodec<SessionUpdate> V2 = SessionUpdate.CODEC.in(WireVersion.V2);

    @Test
    void aVersionHasOneCodec() {
        assertThat(SessionUpdate.CODEC.in(WireVersion.V2)).isSameAs(V2);
        assertThat(V2.in(WireVersion.V1)).isSameAs(SessionUpdate.CODEC);
        assertThat(ToolCallUpdate.CODEC.in(WireVersion.V1)).isSameAs(ToolCallUpdate.CODEC);
        assertThat(ToolCallUpdate.CODEC.in(WireVersion.V2).in(WireVersion.V1)).isSameAs(ToolCallUpdate.CODEC);
    }

    @Test
    void aChunkOfVersion2BelongsToAMessage() {
        String chunk = "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t'}";

        assertRefused(V2, chunk + "}", "/messageId");
        assertRefused(V2, chunk + ",'messageId':null}", "/messageId");
        assertRoundTrip(V2, chunk + ",'messageId':'m'}");
        assertThatThrownBy(() -> V2.encode(AgentMessageChunk.text(null, "t")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("messageId in version 2");
    }

    @Test
    void whatOneVersionLacksIsUnknownThereAndNotWritten() {
        assertThat(read(V2, "{'sessionUpdate':'plan','entries':[]}")).isInstanceOf(UnknownSessionUpdate.class);
        assertThat(read(SessionUpdate.CODEC, "{'sessionUpdate':'state_update','state':'idle'}"))
                .isInstanceOf(UnknownSessionUpdate.class);
        assertThatThrownBy(() -> V2.encode(Plan.of(List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in version 2");
        assertThatThrownBy(
                        () -> SessionUpdate.CODEC.encode(TerminalOutputChunk.ofBytes(new TerminalId("t"), new byte[1])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in version 1");
    }

    @Test
    void aStateStandsInTheUpdateItself() {
        SessionUpdate idle = assertRoundTrip(
                V2, "{'sessionUpdate':'state_update','state':'idle','stopReason':'end_turn','background':[]}");
        assertThat(idle)
                .isInstanceOfSatisfying(
                        IdleStateUpdate.class,
                        state -> assertThat(state.background()).isEmpty());
        assertThat(assertRoundTrip(V2, "{'sessionUpdate':'state_update','state':'_dreaming','of':'sheep'}"))
                .isInstanceOf(OtherStateUpdate.class);
        assertRefused(V2, "{'sessionUpdate':'state_update'}", "/state");
    }

    @Test
    void aToolCallIsClearedInVersion2Only() {
        ToolCallUpdate cleared = new ToolCallUpdate(
                new ToolCallId("c"),
                Patch.cleared(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.of(ToolCallStatus.PAUSED),
                Patch.cleared(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged());

        assertThat(tree(ToolCallUpdate.CODEC.in(WireVersion.V2), cleared))
                .isEqualTo(tree("{'toolCallId':'c','title':null,'status':'paused','content':null}"));
        assertThat(tree(ToolCallUpdate.CODEC, cleared))
                .isEqualTo(tree("{'toolCallId':'c','status':'paused','content':[]}"));
        assertThat(read(ToolCallUpdate.CODEC, "{'toolCallId':'c','title':null}").title())
                .isEqualTo(Patch.unchanged());
    }

    @Test
    void metadataIsPatchedNameByName() {
        Meta current = Meta.of("a", 1).with("b", 2);

        assertThat(Meta.patched(current, Patch.unchanged())).isEqualTo(current);
        assertThat(Meta.patched(current, Patch.cleared())).isNull();
        assertThat(Meta.patched(current, Patch.of(Meta.of("a", RawJson.NULL).with("c", 3))))
                .isEqualTo(Meta.of("b", 2).with("c", 3));
        assertThat(Meta.patched(current, Patch.of(Meta.of(Map.of())))).isEqualTo(current);
        assertThat(Meta.patched(null, Patch.of(Meta.of("a", 1)))).isEqualTo(Meta.of("a", 1));
    }

    @Test
    void namesAndMarkersAreThoseOfTheVersion() {
        JsonCodec<AgentCapabilities> agent = AgentCapabilities.CODEC.in(WireVersion.V2);
        AgentCapabilities read = assertRoundTrip(
                agent, "{'session':{'prompt':{'image':{}},'mcp':{'stdio':{},'http':{}},'delete':{},'later':1}}");
        assertThat(read.loadSession()).isTrue();
        assertThat(read.sessionCapabilities().list()).isNotNull();
        assertThat(read.promptCapabilities().image()).isTrue();
        assertThat(read.promptCapabilities().audio()).isFalse();
        assertThat(read(agent, "{}").sessionCapabilities().list()).isNull();
        assertThat(tree(AgentCapabilities.CODEC, read)
                        .path("promptCapabilities")
                        .path("image"))
                .isEqualTo(tree("true"));

        JsonCodec<AuthMethod> method = AuthMethod.CODEC.in(WireVersion.V2);
        AuthMethodTerminal terminal = (AuthMethodTerminal) assertRoundTrip(
                method, "{'type':'terminal','methodId':'m','name':'n','env':[{'name':'A','value':'b'}]}");
        assertThat(terminal.env()).containsExactly(Map.entry("A", "b"));
        assertThat(tree(AuthMethod.CODEC, terminal))
                .isEqualTo(tree("{'type':'terminal','id':'m','name':'n','env':{'A':'b'}}"));

        assertRefused(InitializeRequest.CODEC.in(WireVersion.V2), "{'protocolVersion':2}", "/info");
        assertThatThrownBy(() ->
                        InitializeRequest.CODEC.in(WireVersion.V2).encode(InitializeRequest.of(new ProtocolVersion(2))))
                .hasMessageContaining("InitializeRequest needs info in version 2");
        assertRefused(CancelRequestNotification.CODEC.in(WireVersion.V2), "{'requestId':null}", "/requestId");
    }

    @Test
    void methodsHaveTheirNameOfTheVersion() {
        assertThat(Methods.AUTHENTICATE.in(WireVersion.V2).name()).isEqualTo("auth/login");
        assertThat(Methods.LOGOUT.in(WireVersion.V2).capability()).isNull();
        assertThat(Methods.SESSION_LOAD.in(WireVersion.V2)).isNull();
        assertThat(Methods.SESSION_LOAD.in(WireVersion.V1)).isSameAs(Methods.SESSION_LOAD);
        assertThat(V2Methods.request("session/prompt").result()).isNotSameAs(Methods.SESSION_PROMPT.result());
        assertThat(V2Methods.request("tool_call/cancel")).isNotNull();
        assertThat(V2Methods.request("authenticate")).isNull();
        assertThat(V2Methods.notification("session/update")).isNotNull();
        assertThat(V2Methods.ALL).hasSize(33).doesNotHaveDuplicates();
    }

    @Test
    void outputOfATerminalIsBytes() {
        byte[] halfACharacter = {(byte) 0xE2, (byte) 0x82};
        TerminalOutputChunk chunk = TerminalOutputChunk.ofBytes(new TerminalId("t"), halfACharacter);

        assertThat(((TerminalOutputChunk) read(V2, new String(V2.encode(chunk), StandardCharsets.UTF_8))).bytes())
                .isEqualTo(halfACharacter);
        assertRefused(V2, "{'sessionUpdate':'terminal_output_chunk','terminalId':'t','data':'?'}", "");
    }
}
