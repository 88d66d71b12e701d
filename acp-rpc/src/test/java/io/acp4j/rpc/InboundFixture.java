package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.schema.json.RawJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Connections that a raw peer sends requests to. */
abstract class InboundFixture {

    static final Duration LIMIT = Duration.ofSeconds(60);

    static final String SECRET = "jdbc:postgresql://db?password=s3cr3t";

    final RawPeer peer = new RawPeer();

    final List<Connection> connections = new ArrayList<>();

    @AfterEach
    void close() {
        connections.forEach(Connection::close);
    }

    Connection connect(Handlers.Builder handlers) {
        Connection connection = handlers.build().connect(peer.transport());
        connections.add(connection);
        return connection;
    }

    /** The id that has just been answered is free again, and nothing more is said about it. */
    void assertAnsweredOnce() throws InterruptedException {
        peer.send(Note.call("_ping", 1, "s", 5));
        assertThat(peer.nextJson())
                .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'result':{'sessionId':'s','number':5}}"));
        assertThat(peer.poll()).isNull();
    }

    void assertError(int code, String message) throws InterruptedException {
        String answer = peer.next();
        JsonNode json = RawPeer.json(answer);
        assertThat(json.path("id").asInt()).as(answer).isEqualTo(1);
        assertThat(json.at("/error/code").asInt()).as(answer).isEqualTo(code);
        assertThat(json.at("/error/message").asText()).isEqualTo(message);
        assertThat(answer).doesNotContain("s3cr3t").doesNotContain("Exception");
    }

    static @Nullable String params(@Nullable RawJson params) {
        return params == null ? null : params.toJson();
    }
}
