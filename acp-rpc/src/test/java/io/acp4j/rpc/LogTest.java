package io.acp4j.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.method.Methods;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log tells what went wrong and where, but nothing of what the peer has sent. */
@Isolated("the log belongs to the whole JVM")
class LogTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String SECRET = "s3cr3t";

    private final RawPeer peer = new RawPeer();

    @Test
    void valueThatIsLeftOutIsLoggedWithItsPlace() {
        try (Capture log = new Capture();
                Connection connection = Handlers.builder()
                        .onNotification(Methods.SESSION_UPDATE, (update, from) -> {})
                        .build()
                        .connect(peer.transport())) {
            peer.send("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s','update':{"
                    + "'sessionUpdate':'plan','entries':[{'content':'" + SECRET + "'}]}}}");
            assertThat(log.lines())
                    .contains("DEBUG Left out /params/update/entries/0 of session/update: /priority: required member is"
                            + " missing");
            assertThat(connection).isNotNull();
        }
    }

    @Test
    void noLineRepeatsContent() throws Exception {
        List<String> frames = List.of(
                SECRET,
                "{'jsonrpc':'2.0','id':'" + SECRET + "','method':'_ping','params':{'number':'" + SECRET + "'}}",
                "{'jsonrpc':'2.0','id':1,'method':'_ping','params':{'number':1,'text':'" + SECRET + "'}",
                "{'jsonrpc':'" + SECRET + "','id':1,'method':'_ping'}",
                "{'jsonrpc':'2.0','id':['" + SECRET + "'],'method':'_ping'}",
                "{'jsonrpc':'2.0','id':1,'method':['" + SECRET + "']}",
                "{'jsonrpc':'2.0','id':1,'method':'_ping','params':{'" + SECRET + "':'" + SECRET + "'}}",
                "{'jsonrpc':'2.0','method':'_tell','params':['" + SECRET + "']}",
                "{'jsonrpc':'2.0','method':'_tell','params':{'number':1,'text':'" + SECRET + "'}}",
                "{'jsonrpc':'2.0','method':'_faulty','params':{'number':1,'text':'" + SECRET + "'}}",
                "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':'" + SECRET + "'}}",
                "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':['" + SECRET + "']}}",
                "{'jsonrpc':'2.0','id':'" + SECRET + "','result':'" + SECRET + "'}",
                "{'jsonrpc':'2.0','id':1,'result':{'number':'" + SECRET + "'}}",
                "{'jsonrpc':'2.0','id':2,'error':'" + SECRET + "'}",
                "{'jsonrpc':'2.0','error':{'code':1,'message':'" + SECRET + "','data':'" + SECRET + "'}}",
                "[{'" + SECRET + "':1}]",
                "{'jsonrpc':'2.0','id':'" + SECRET + "','method':'_twice','params':{'number':1}}");
        try (Capture log = new Capture()) {
            Connection connection = Note.answering()
                    .onNotification(Note.TELL, (note, from) -> {
                        throw new IllegalStateException("the application's own words");
                    })
                    .onNotification(
                            io.acp4j.schema.NotificationMethod.extension(
                                    "_faulty", new Faulty(new IllegalStateException(SECRET))),
                            (note, from) -> {})
                    .onRequestAsync(
                            io.acp4j.schema.RequestMethod.extension("_twice", Note.CODEC, Note.CODEC),
                            (note, context) -> new Twice(note))
                    .build()
                    .connect(peer.transport());
            var first = connection.requestAsync(Note.ASK, Note.of(1));
            var second = connection.requestAsync(Note.ASK, Note.of(1));
            frames.forEach(peer::send);
            assertThat(first).failsWithin(Duration.ofSeconds(60));
            assertThat(second).failsWithin(Duration.ofSeconds(60));
            await().atMost(PATIENCE)
                    .until(() -> log.lines().stream().anyMatch(line -> line.contains("responded to more than once")));
            await().atMost(PATIENCE)
                    .until(() -> log.lines().stream().anyMatch(line -> line.contains("the application's own words")));
            peer.die(CloseReason.peer("gone"));

            assertThat(log.lines()).hasSizeGreaterThan(10).noneMatch(line -> line.contains(SECRET));
            assertThat(log.lines())
                    .anyMatch(line -> line.contains("_tell: Invalid params: /params: expected an object"));
        }
    }

    @Test
    void nameThatAPeerMakesUpCannotForgeLines() throws Exception {
        String name = "_x\\n2026-11-21 ERROR forged\\u001b[31m" + "y".repeat(500);
        try (Capture log = new Capture();
                Connection connection = Note.answering().build().connect(peer.transport())) {
            peer.send("{'jsonrpc':'2.0','method':'" + name + "','params':{}}");
            peer.send(Note.call("_ping", 1, "s", 1));
            peer.next();
            assertThat(connection.closed().toCompletableFuture()).isNotDone();

            assertThat(log.lines())
                    .anyMatch(line -> line.contains("_x?2026"))
                    .allMatch(line -> line.length() < 300
                            && line.getBytes(UTF_8).length < 310
                            && line.chars().noneMatch(c -> c == '\n' || c == 0x1b));
        }
    }

    /** A peer may send as many as it likes, and each is answered; the log has them all as debug. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'jsonrpc':'2.0'}]",
                "{'jsonrpc':'2.0','id':1}",
                "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':['x']}}",
                "no JSON"
            })
    void warningsAboutWhatAPeerSendsDoNotFillTheLog(String frame) throws Exception {
        try (Capture log = new Capture();
                Connection connection = Note.answering().build().connect(peer.transport())) {
            for (int i = 0; i < 2000; i++) {
                peer.send(frame);
            }
            peer.send(Note.call("_ping", 1, "s", 1));
            for (String next = peer.next(); !next.contains("\"result\""); next = peer.next()) {
                assertThat(next).contains("\"error\"");
            }
            assertThat(connection.closed().toCompletableFuture()).isNotDone();

            assertThat(log.lines().stream().filter(line -> line.startsWith("WARN")))
                    .hasSizeBetween(20, 40)
                    .anyMatch(line -> line.contains("there are 1024 warnings about one peer by now"));
            assertThat(log.lines()).hasSizeGreaterThan(2000);
        }
    }

    @Test
    void failureOfAHandlerIsLoggedWithItsException() throws Exception {
        try (Capture log = new Capture();
                Connection connection = Handlers.builder()
                        .onRequest(Note.ASK, (note, context) -> {
                            throw new IllegalStateException("of the database", new RuntimeException("the cause"));
                        })
                        .build()
                        .connect(peer.transport())) {
            peer.send(Note.call("_ask", 1, "s", 1));
            peer.next();
            assertThat(connection.closed().toCompletableFuture()).isNotDone();

            assertThat(log.lines())
                    .anyMatch(line -> line.startsWith("ERROR the handler of _ask failed")
                            && line.contains("of the database")
                            && line.contains("the cause"));
        }
    }

    @Test
    void handlersCutOffByTheEndAreNoErrors() throws Exception {
        Gate gate = new Gate();
        Gate ofNotification = new Gate();
        try (Capture log = new Capture()) {
            Connection connection = Handlers.builder()
                    .onNotification(Note.TELL, (note, from) -> {
                        ofNotification.pass();
                        from.notify(Note.TELL, note);
                    })
                    .onRequest(Note.ASK, (note, context) -> {
                        gate.pass();
                        return context.connection().request(Note.PING, note);
                    })
                    .build()
                    .connect(peer.transport());
            peer.send(Note.call("_ask", 1, "s", 1));
            peer.send(Note.tell("s", 1));
            gate.awaitReached();
            ofNotification.awaitReached();
            connection.close();
            gate.open();
            ofNotification.open();
            connection.awaitClosed();
            await().atMost(PATIENCE)
                    .until(() -> log.lines().stream()
                                    .filter(line -> line.contains("cut off"))
                                    .count()
                            == 2);

            assertThat(log.lines()).noneMatch(line -> line.startsWith("ERROR") || line.startsWith("WARN"));
        }
    }

    /** A stage that breaks its contract. */
    private static final class Twice extends CompletableFuture<Note> {
        private final Note note;

        Twice(Note note) {
            this.note = note;
        }

        @Override
        public CompletableFuture<Note> whenComplete(BiConsumer<? super Note, ? super Throwable> action) {
            action.accept(note, null);
            action.accept(note, null);
            return this;
        }
    }
}
