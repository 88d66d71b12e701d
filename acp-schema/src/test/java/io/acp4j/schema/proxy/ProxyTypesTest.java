package io.acp4j.schema.proxy;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(
                        ProxySuccessorRequest.CODEC,
                        "{'method':'session/prompt','params':{'a':[null],'_meta':{}},'_meta':{'k':1}}"),
                arguments(ProxySuccessorNotification.CODEC, "{'method':'x','params':{'a':1},'_meta':{'k':1}}"));
    }

    @ParameterizedTest
    @MethodSource("complete")
    void everyMemberFollowsItsRule(ObjectCodec<?> codec, String complete) {
        assertRules(codec, complete);
    }

    @Test
    void parametersAreKeptToTheByte() {
        ProxySuccessorRequest request = assertRoundTrip(
                ProxySuccessorRequest.CODEC, "{'method':'m','params':{'n':1.50, 'u':'\\u00e9','_meta':{'k':null}}}");

        assertThat(request)
                .isEqualTo(ProxySuccessorRequest.of(
                        "m", RawJson.parse("{'n':1.50, 'u':'\\u00e9','_meta':{'k':null}}".replace('\'', '"'))));
        assertRoundTrip(ProxySuccessorNotification.CODEC, "{'method':'m','params':[1,{}]}");
        assertReadsAs(ProxySuccessorNotification.CODEC, "{'method':'m','params':null}", "{'method':'m'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "'x'"})
    void parametersThatJsonRpcForbidsAreRefused(String params) {
        assertRefused(ProxySuccessorRequest.CODEC, "{'method':'m','params':" + params + "}", "/params");
    }
}
