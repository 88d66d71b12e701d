package io.acp4j.tck.internal.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Pace;
import io.acp4j.tck.internal.http.ResponseHead;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpEventsTest {

    private static byte[] response(int id, int length) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":\"" + "x".repeat(length) + "\"}").getBytes(UTF_8);
    }

    @Test
    void aStreamOfWhichSomethingIsMissingIsNotJudged() throws InterruptedException {
        ResponseHead head = new ResponseHead("HTTP/1.1 200 OK", 200, Map.of());
        HttpEvents events = new HttpEvents(head, Waits.of(Settings.defaults(), Pace.UNKNOWN), session -> {});
        for (int id = 0; id < 8; id++) {
            events.event(response(id, 1_000_000));
        }

        assertThat(events.messages()).hasSize(8);

        for (int id = 8; id < 20; id++) {
            events.event(response(id, 1_000_000));
        }

        assertThat(events.awaitResponse(7)).isNotNull();
        assertThatExceptionOfType(NotTestable.class)
                .isThrownBy(() -> events.awaitResponse(19))
                .withMessageContaining("more than");
        assertThatExceptionOfType(NotTestable.class).isThrownBy(events::messages);
    }
}
