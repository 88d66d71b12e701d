package io.acp4j.tck.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Pace;
import io.acp4j.tck.internal.http.Endpoint;
import io.acp4j.tck.internal.http.Exchange;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.ResponseHead;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class HttpLinkTest {

    /** A response without a body that opens a connection. */
    private record Response(ResponseHead head) implements Exchange {

        Response() {
            this(new ResponseHead(
                    "HTTP/1.1 200 OK", 200, Map.of(HttpCall.CONNECTION_ID.toLowerCase(Locale.ROOT), List.of("one"))));
        }

        @Override
        public InputStream body() {
            return InputStream.nullInputStream();
        }

        @Override
        public void patient() {}

        @Override
        public void close() {}
    }

    /** A stream without events that remains open until it is closed. */
    private record Stream(ResponseHead head, CountDownLatch ended) implements Exchange {

        @Override
        public InputStream body() {
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    try {
                        ended.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    return -1;
                }
            };
        }

        @Override
        public void patient() {}

        @Override
        public void close() {
            ended.countDown();
        }
    }

    @Test
    void aConnectionIsEndedAfterTheTimeOfTheScenario() {
        Duration limit = Duration.ofMillis(300);
        Waits waits = Waits.of(Settings.builder().timeouts(limit, limit).build(), Pace.UNKNOWN);
        List<String> sent = new ArrayList<>();
        HttpLink link = new HttpLink(
                new Endpoint(URI.create("http://127.0.0.1/acp"), null),
                (call, wait) -> {
                    sent.add(call.method());
                    return new Response();
                },
                waits,
                null,
                session -> {});
        link.initialize();
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() > waits.deadline());

        link.close();

        assertThat(sent).containsExactly("POST", "DELETE");
    }

    @Test
    void streamsEndBeforeTheRequestThatMayTakeLong() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        List<String> sent = new CopyOnWriteArrayList<>();
        HttpLink link = new HttpLink(
                new Endpoint(URI.create("http://127.0.0.1/acp"), null),
                (call, wait) -> {
                    sent.add(call.method() + (ended.getCount() == 0 ? " after the end of the stream" : ""));
                    return call.method().equals("GET") ? new Stream(new Response().head(), ended) : new Response();
                },
                Waits.of(Settings.defaults(), Pace.UNKNOWN),
                null,
                session -> {});
        link.open();

        link.close();

        assertThat(sent).containsExactly("POST", "GET", "DELETE after the end of the stream");
    }
}
