package io.acp4j.schema.protocol;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.RequestId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolTypesTest {

    @ParameterizedTest
    @ValueSource(strings = {"7", "'b2c1'", "-9223372036854775808", "null"})
    void anyRequestIdSurvives(String id) {
        assertRoundTrip(CancelRequestNotification.CODEC, "{'requestId':" + id + ",'_meta':{'k':[1]}}");
    }

    @Test
    void malformedMetadataIsForgivenAndAMalformedIdIsNot() {
        assertReadsAs(CancelRequestNotification.CODEC, "{'requestId':7,'_meta':5}", "{'requestId':7}");
        assertRefused(CancelRequestNotification.CODEC, "{'requestId':{}}", "/requestId");
        assertRefused(CancelRequestNotification.CODEC, "{'requestId':1.5}", "/requestId");
        assertRefused(CancelRequestNotification.CODEC, "{}", "/requestId");
    }

    @Test
    void factoryMakesWhatItSays() {
        assertThat(CancelRequestNotification.of(RequestId.of(7)))
                .isEqualTo(read(CancelRequestNotification.CODEC, "{'requestId':7}"));
    }
}
