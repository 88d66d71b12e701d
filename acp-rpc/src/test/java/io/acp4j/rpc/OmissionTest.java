package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonOmission;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.update.SessionNotification;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The listener of a connection is notified of values that were left out of messages. */
class OmissionTest {

    private static final String PLAN =
            "{'sessionId':'s','update':{'sessionUpdate':'plan','entries':[{'content':'SECRET'}]}}";
    private static final String MODES = "{'sessionId':'s','modes':{'currentModeId':'a','availableModes':[{'id':'a'}]}}";

    private final RawPeer peer = new RawPeer();
    private final List<String> omitted = new CopyOnWriteArrayList<>();
    private final BlockingQueue<SessionNotification> updates = new LinkedBlockingQueue<>();

    private Connection connect() {
        ConnectionObserver observer = load -> new ConnectionListener() {
            @Override
            public void omitted(String method, JsonOmission omission) {
                omitted.add(method + " " + omission.path() + " " + omission.problem());
            }
        };
        return Handlers.builder()
                .onNotification(Methods.SESSION_UPDATE, (update, connection) -> updates.add(update))
                .build()
                .connect(
                        peer.transport(),
                        ConnectionOptions.builder().observer(observer).build());
    }

    private static final String LEFT_OUT =
            "session/update /params/update/entries/0 /priority: required member is missing";

    @Test
    void valueLeftOutOfANotificationIsReportedInAnyOrderOfItsMembers() throws Exception {
        try (Connection connection = connect()) {
            peer.send("{'jsonrpc':'2.0','method':'session/update','params':" + PLAN + "}");
            peer.send("{'params':" + PLAN + ",'jsonrpc':'2.0','method':'session/update'}");
            assertThat(updates.poll(60, TimeUnit.SECONDS)).isNotNull();
            assertThat(omitted).containsExactly(LEFT_OUT, LEFT_OUT);
            assertThat(connection).isNotNull();
        }
    }

    @Test
    void valueLeftOutOfAResponseIsReportedWithTheMethodOfTheRequest() throws Exception {
        try (Connection connection = connect()) {
            for (String order : List.of("'id':%s,'result':%s", "'result':%2$s,'id':%1$s")) {
                CompletableFuture<NewSessionResponse> response = connection.requestAsync(
                        Methods.SESSION_NEW, NewSessionRequest.builder("/").build());
                JsonNode request = peer.nextJson();
                peer.send("{'jsonrpc':'2.0'," + String.format(order, request.get("id"), MODES) + "}");
                assertThat(response)
                        .succeedsWithin(Duration.ofMinutes(1))
                        .extracting(NewSessionResponse::sessionId)
                        .isEqualTo(new SessionId("s"));
            }
            assertThat(omitted)
                    .hasSize(2)
                    .allMatch(line -> line.equals(
                            "session/new /result/modes/availableModes/0 /name: required member is missing"));
        }
    }

    @Test
    void messageThatIsRefusedHasNoOmissions() {
        try (Connection connection = connect()) {
            peer.send(
                    "{'jsonrpc':'2.0','method':'session/update','params':{'update':{'sessionUpdate':'plan','entries':[7]}}}");
            assertThat(omitted).isEmpty();
            assertThat(connection).isNotNull();
        }
    }
}
