package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** HTTP/2 with TLS. */
class Http2ServerTest extends ServerTest {

    @Override
    Served.Host host() {
        return Served.Host.NETTY;
    }

    @Override
    boolean isHttp2() {
        return true;
    }

    /** The server resets a stream that another request takes over. */
    @Test
    void hundredsOfStreamsCanBeTakenOverAndTheOthersGoOn() throws Exception {
        RawClient client = start(HttpLimits.DEFAULT.withKeepAliveInterval(Duration.ofSeconds(3)));
        String id = client.initialize();
        Puppet agent = Puppet.take(agents);
        RawClient.Events connection = client.open(id, null);
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            taken.add("s" + i);
        }
        assertThat(ask(client, id, taken)).isEmpty();
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!taken.isEmpty() && System.nanoTime() < end) {
            taken = ask(client, id, taken);
        }
        assertThat(taken).isEmpty();
        agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"_still_here\",\"params\":{}}");
        assertThat(connection.next().get("method").asText()).isEqualTo("_still_here");
    }

    /** Asks for the streams of sessions, all at once; returns those that are not opened. */
    private static Set<String> ask(RawClient client, String id, Set<String> sessions) {
        List<CompletableFuture<String>> asked = new ArrayList<>();
        for (String session : sessions) {
            asked.add(client.http
                    .sendAsync(
                            client.request("Accept", "text/event-stream", ID, id, SESSION, session)
                                    .GET()
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream())
                    .thenApply(response -> response.statusCode() == 200 ? "" : session));
        }
        Set<String> left = new HashSet<>();
        asked.forEach(each -> left.add(each.join()));
        left.remove("");
        return left;
    }
}
