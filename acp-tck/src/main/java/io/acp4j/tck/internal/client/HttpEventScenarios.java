package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.http.EventFormat;
import io.acp4j.tck.internal.jsonrpc.Separators;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import java.util.function.Function;

/** How a client reads streams of events. Any client responds to a request that it does not know, so most need no driver. */
final class HttpEventScenarios {

    /** Longer than any message that a client may be expected to take. */
    private static final long ENDLESS = 80L * 1024 * 1024;

    static final List<Scenario> ALL = List.of(
            HttpStage.play(
                    "http/events",
                    "CLI-HTTP-012 CLI-HTTP-013 CLI-HTTP-014 CLI-HTTP-015 CLI-HTTP-029",
                    traffic -> {},
                    HttpEventScenarios::formats),
            HttpStage.play(
                    "http/byte-order-mark",
                    "CLI-HTTP-016",
                    traffic -> traffic.preface(EventFormat.mark()),
                    HttpEventScenarios::mark),
            HttpStage.play("http/endless-event", "CLI-HTTP-024", traffic -> {}, HttpEventScenarios::endless));

    private HttpEventScenarios() {}

    private static void formats(Stage stage, ClientTraffic traffic) throws InterruptedException {
        understands(stage, traffic, "CLI-HTTP-012", "lines", EventFormat::lines);
        understands(stage, traffic, "CLI-HTTP-013", "noisy", EventFormat::noisy);
        understands(stage, traffic, "CLI-HTTP-014", "returns", EventFormat::returns);
        understands(stage, traffic, "CLI-HTTP-015", "törn ☃ \uD83D\uDE42", EventFormat::torn);
        separators(stage);
    }

    /** Lines of events end with a carriage return, a line feed or both, and nowhere else. */
    private static void separators(Stage stage) throws InterruptedException {
        for (String separator : Separators.ALL) {
            Reply reply = stage.call("_acp4j/ping", obj("text", "one" + separator + "two"));
            stage.check(
                    "CLI-HTTP-029",
                    reply.came(),
                    "a response to a request with " + Separators.name(separator) + " in a string",
                    reply);
        }
    }

    private static void understands(
            Stage stage, ClientTraffic traffic, String requirement, String id, Function<byte[], List<byte[]>> format)
            throws InterruptedException {
        traffic.format(format);
        Reply reply = stage.link().start(node(id), "_acp4j/ping", obj()).await();
        traffic.format(EventFormat::plain);
        stage.check(requirement, reply.came(), "a response to a request in such an event", reply);
    }

    private static void mark(Stage stage, ClientTraffic traffic) throws InterruptedException {
        stage.check("CLI-HTTP-016", stage.isAlive(), "a response to the first request of the stream", "none");
    }

    private static void endless(Stage stage, ClientTraffic traffic) throws InterruptedException {
        stage.isAlive();
        Boolean left = stage.link().await(traffic.streams().flood("", ENDLESS));
        stage.check("CLI-HTTP-024", left != null && left, "the end of the stream", "it was read, or remains open");
    }
}
