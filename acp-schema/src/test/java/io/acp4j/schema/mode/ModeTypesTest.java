package io.acp4j.schema.mode;

import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ModeTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(SessionMode.CODEC, "{'id':'ask','name':'Ask','description':'d','_meta':{}}"),
                arguments(
                        SessionModeState.CODEC,
                        "{'currentModeId':'ask','availableModes':[{'id':'ask','name':'Ask'}],'_meta':{}}"),
                arguments(SetSessionModeRequest.CODEC, "{'sessionId':'s','modeId':'','_meta':{}}"),
                arguments(SetSessionModeResponse.CODEC, "{'_meta':{}}"));
    }

    @ParameterizedTest
    @MethodSource("complete")
    void everyMemberFollowsItsRule(ObjectCodec<?> codec, String complete) {
        assertRules(codec, complete);
    }

    @Test
    void malformedModesAreLeftOut() {
        SessionModeState state = read(
                SessionModeState.CODEC,
                "{'availableModes':[{'id':{'deep':[[]]},'name':'x'},{'id':'a','name':'A'},[],{'id':'b'}],"
                        + "'currentModeId':'a'}");

        assertThat(state)
                .isEqualTo(SessionModeState.of(
                        new SessionModeId("a"), List.of(SessionMode.of(new SessionModeId("a"), "A"))));
    }

    @Test
    void listOfModesMustBeThere() {
        assertRefused(SessionModeState.CODEC, "{'currentModeId':'a'}", "/availableModes");
    }

    @Test
    void requestIsAboutItsSession() {
        SessionScoped request = SetSessionModeRequest.of(new SessionId("s"), new SessionModeId("m"));

        assertThat(request.sessionId()).isEqualTo(new SessionId("s"));
    }
}
