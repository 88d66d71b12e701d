package io.acp4j.schema.provider;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.ProviderId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(ProviderCurrentConfig.CODEC, "{'apiType':'azure','baseUrl':'https://m.example','_meta':{}}"),
                arguments(
                        ProviderInfo.CODEC,
                        "{'providerId':'p','supported':['openai','_mine'],'required':true,"
                                + "'current':{'apiType':'openai','baseUrl':'u'},'_meta':{}}"),
                arguments(ListProvidersRequest.CODEC, "{'_meta':{}}"),
                arguments(
                        ListProvidersResponse.CODEC,
                        "{'providers':[{'providerId':'p','supported':[],'required':false}],'_meta':{}}"),
                arguments(
                        SetProviderRequest.CODEC,
                        "{'providerId':'p','apiType':'vertex','baseUrl':'u','headers':{'A':'b'},'_meta':{}}"),
                arguments(SetProviderResponse.CODEC, "{'_meta':{}}"),
                arguments(DisableProviderRequest.CODEC, "{'providerId':'p','_meta':{}}"),
                arguments(DisableProviderResponse.CODEC, "{'_meta':{}}"));
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

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "azure", "vertex", "bedrock", "_own"})
    void anyProtocolIsKept(String protocol) {
        assertThat(assertRoundTrip(LlmProtocol.CODEC, "'" + protocol + "'")).hasToString(protocol);
    }

    @Test
    void malformedProtocolsAreLeftOutAndMalformedProvidersRefused() {
        assertReadsAs(
                ProviderInfo.CODEC,
                "{'providerId':'p','supported':['openai',7],'required':false,'current':null}",
                "{'providerId':'p','supported':['openai'],'required':false}");
        assertRefused(
                ListProvidersResponse.CODEC,
                "{'providers':[{'providerId':'p','supported':[]}]}",
                "/providers/0/required");
    }

    @Test
    void headersAreCopiedAndTheirValuesNotShown() {
        Map<String, String> headers = new HashMap<>(Map.of("Authorization", "hunter2"));
        SetProviderRequest request =
                new SetProviderRequest(new ProviderId("p"), LlmProtocol.OPENAI, "u", headers, null);
        headers.clear();

        assertThat(request.headers()).containsEntry("Authorization", "hunter2");
        assertThatThrownBy(() -> request.headers().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(request.toString()).contains("Authorization").doesNotContain("hunter2");
        assertThat(SetProviderRequest.of(new ProviderId("p"), LlmProtocol.OPENAI, "u"))
                .isEqualTo(read(
                        SetProviderRequest.CODEC, "{'providerId':'p','apiType':'openai','baseUrl':'u','headers':{}}"));
    }
}
