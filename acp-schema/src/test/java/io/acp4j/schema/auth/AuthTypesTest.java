package io.acp4j.schema.auth;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthTypesTest {

    private static final String TERMINAL = "{'id':'t','name':'T','description':'d','args':['--login',''],"
            + "'env':{'B':'1','A':'\u00e4'},'_meta':{'k':1}}";

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(AuthStatusRequest.CODEC, "{'_meta':{}}"),
                arguments(
                        AuthStatusResponse.CODEC, "{'state':'unauthenticated','accounts':[{'label':'l'}],'_meta':{}}"),
                arguments(
                        AuthStatusUpdateNotification.CODEC,
                        "{'state':'authenticated','accounts':[{'label':'l'}],'_meta':{}}"),
                arguments(
                        AuthAccount.CODEC,
                        "{'label':'l','active':true,'name':'n','email':'e','organization':'o','_meta':{}}"),
                arguments(AuthMethodAgent.CODEC, "{'id':'a','name':'A','description':'d','_meta':{}}"),
                arguments(AuthMethodTerminal.CODEC, TERMINAL),
                arguments(AuthenticateRequest.CODEC, "{'methodId':'a b','_meta':{}}"),
                arguments(AuthenticateResponse.CODEC, "{'_meta':{}}"),
                arguments(LogoutRequest.CODEC, "{'_meta':{}}"),
                arguments(LogoutResponse.CODEC, "{'_meta':{}}"));
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
    void methodWithoutTypeIsHandledByTheAgent() {
        AuthMethod method = assertRoundTrip(AuthMethod.CODEC, "{'id':'a','name':'A'}");

        assertThat(method).isEqualTo(AuthMethodAgent.of(new AuthMethodId("a"), "A"));
    }

    @Test
    void methodOfTypeAgentIsHandledByTheAgent() {
        assertReadsAs(AuthMethod.CODEC, "{'type':'agent','id':'a','name':'A'}", "{'id':'a','name':'A'}");
    }

    @Test
    void terminalMethodKeepsTheOrderOfItsEnvironment() {
        AuthMethod method = assertRoundTrip(
                AuthMethod.CODEC, "{'type':'terminal','id':'t','name':'T','args':['--login'],'env':{'B':'1','A':'2'}}");

        assertThat(method).isInstanceOfSatisfying(AuthMethodTerminal.class, terminal -> {
            assertThat(terminal.args()).containsExactly("--login");
            assertThat(terminal.env()).containsExactly(entry("B", "1"), entry("A", "2"));
        });
    }

    @Test
    void terminalMethodWithNullsHasNoArgumentsAndNoEnvironment() {
        AuthMethodTerminal method = (AuthMethodTerminal)
                read(AuthMethod.CODEC, "{'args':null,'env':null,'id':'t','name':'T','type':'terminal'}");

        assertThat(method.args()).isEmpty();
        assertThat(method.env()).isEmpty();
    }

    @Test
    void unknownMethodIsKeptWithItsNameReadable() {
        AuthMethod method = assertRoundTrip(
                AuthMethod.CODEC,
                "{'type':'browser','id':'b','name':'B','description':'D','_meta':{'m':[1]},'url':'\u20ac','n':null}");

        assertThat(method).isInstanceOf(UnknownAuthMethod.class);
        assertThat(((UnknownAuthMethod) method).type()).isEqualTo("browser");
        assertThat(method.id()).isEqualTo(new AuthMethodId("b"));
        assertThat(method.name()).isEqualTo("B");
        assertThat(method.description()).isEqualTo("D");
        assertThat(method.meta()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'type':'agent',", "'type':'terminal',", "'type':'browser',"})
    void methodWithoutNameIsRefusedWhateverItsType(String type) {
        assertRefused(AuthMethod.CODEC, "{" + type + "'id':'a'}", "/name");
    }

    @Test
    void malformedEnvironmentIsRefusedWithoutNamingTheVariable() {
        assertRefused(AuthMethod.CODEC, "{'type':'terminal','id':'t','name':'T','env':{'SECRET_NAME':1}}", "/env/*");
    }

    @Test
    void environmentValuesAreNotShown() {
        AuthMethodTerminal method = AuthMethodTerminal.builder(new AuthMethodId("t"), "T")
                .args(List.of("--token=hunter2"))
                .env(Map.of("TOKEN", "hunter2"))
                .build();

        assertThat(method.toString()).contains("TOKEN").doesNotContain("hunter2");
    }

    @ParameterizedTest
    @MethodSource("emptyAnswers")
    void answersThatSayNothingMayBeNull(ObjectCodec<?> codec, Object empty) {
        assertThat(read(codec, "null")).isEqualTo(empty);
        assertThat(read(codec, "{}")).isEqualTo(empty);
    }

    static Stream<Arguments> emptyAnswers() {
        return Stream.of(
                arguments(AuthenticateResponse.CODEC, AuthenticateResponse.EMPTY),
                arguments(LogoutRequest.CODEC, LogoutRequest.EMPTY),
                arguments(LogoutResponse.CODEC, LogoutResponse.EMPTY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"authenticated", "unauthenticated", "not_required", "unknown", "_expired"})
    void anyStateIsKept(String state) {
        assertThat(assertRoundTrip(AuthState.CODEC, "'" + state + "'")).hasToString(state);
    }

    @Test
    void malformedAccountsAreLeftOut() {
        assertReadsAs(
                AuthStatusResponse.CODEC,
                "{'state':'authenticated','accounts':[{'name':'n'},{'label':'l','active':7,'email':null}]}",
                "{'state':'authenticated','accounts':[{'label':'l'}]}");
    }

    @Test
    void accountsAreNotShown() {
        AuthStatusResponse response = read(
                AuthStatusResponse.CODEC,
                "{'state':'authenticated','accounts':[{'label':'Key of Ada','email':'ada@example.org'}]}");

        assertThat(response.toString()).doesNotContain("Ada").doesNotContain("ada@");
        assertThat(AuthStatusResponse.of(AuthState.AUTHENTICATED, AuthAccount.of("l")))
                .isEqualTo(read(AuthStatusResponse.CODEC, "{'state':'authenticated','accounts':[{'label':'l'}]}"));
    }
}
