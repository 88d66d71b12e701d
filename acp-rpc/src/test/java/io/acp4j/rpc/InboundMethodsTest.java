package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.RawJson;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Which handler gets a request or a notification, by its method and its parameters. */
@Execution(ExecutionMode.CONCURRENT)
class InboundMethodsTest extends InboundFixture {

    @Test
    void requestsWithoutAHandlerGoToTheFallbackWithTheirRawParameters() throws Exception {
        connect(Note.answering()
                .onNotification(Note.TELL, (note, from) -> {})
                .onOtherRequest((method, params, context) -> {
                    if (method.equals("_declined")) {
                        throw AcpErrorException.methodNotFound(method);
                    }
                    return params == null ? RawJson.parse("\"none\"") : params;
                }));
        List<String> requests = List.of(
                "'method':'_x','params':{ 'a' : [1.50, null] }",
                "'params':{ 'a' : [1.50, null] },'method':'_x'",
                "'method':'_tell','params':{ 'a' : [1.50, null] }",
                "'params':{ 'a' : [1.50, null] },'method':'_tell'");
        for (String request : requests) {
            for (String frame :
                    List.of("{'jsonrpc':'2.0','id':1," + request + "}", "{'jsonrpc':'2.0'," + request + ",'id':1}")) {
                peer.send(frame);
                assertThat(peer.next()).endsWith("\"result\":{ \"a\" : [1.50, null] }}");
            }
        }
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_x'}");
        assertThat(peer.next()).endsWith("\"result\":\"none\"}");
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_declined'}");
        assertError(-32601, "Method not found");
        assertAnsweredOnce();
    }

    @Test
    void notificationsOfRequestMethodsGoToTheFallbackWithTheirRawParameters() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        connect(Note.answering().onOtherNotification((method, params, from) -> seen.add(method + params(params))));
        peer.send("{'jsonrpc':'2.0','method':'_ping','params':{'x':1}}");
        peer.send("{'jsonrpc':'2.0','params':{'x':2},'method':'_ping'}");
        peer.send("{'jsonrpc':'2.0','method':'_ping','params':{'number':3}}");
        peer.send("{'jsonrpc':'2.0','method':'_ping'}");

        await().atMost(LIMIT).until(() -> seen.size() == 4);
        assertThat(seen).containsExactly("_ping{\"x\":1}", "_ping{\"x\":2}", "_ping{\"number\":3}", "_pingnull");
    }

    @Test
    void oneNameMayBeARequestAndANotificationOfDifferentTypes() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        RequestMethod<List<Integer>, Note> request =
                RequestMethod.extension("_both", Codecs.listOf(Codecs.INT32), Note.CODEC);
        connect(Note.answering()
                .onRequest(request, (numbers, context) -> Note.of(numbers.size()))
                .onNotification(
                        io.acp4j.schema.NotificationMethod.extension("_both", Codecs.STRING),
                        (text, from) -> told.add(text)));
        for (String call : List.of(
                "{'jsonrpc':'2.0','id':1,'method':'_both','params':[1,2,3]}",
                "{'jsonrpc':'2.0','method':'_both','params':[1,2,3],'id':1}",
                "{'params':[1,2,3],'method':'_both','id':1,'jsonrpc':'2.0'}")) {
            peer.send(call);
            assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(3);
        }
        peer.send("{'jsonrpc':'2.0','method':'_both','params':'x'}");
        peer.send("{'params':'y','method':'_both','jsonrpc':'2.0'}");
        await().atMost(LIMIT).until(() -> told.size() == 2);
        assertThat(told).containsExactly("x", "y");
    }

    @Test
    void codecThatThrowsIsInvalidParamsAndTheConnectionGoesOn() throws Exception {
        Faulty faulty = new Faulty(new IllegalStateException(SECRET));
        connect(Note.answering()
                .onRequest(RequestMethod.extension("_ask", faulty, Note.CODEC), (note, context) -> note)
                .onNotification(io.acp4j.schema.NotificationMethod.extension("_tell", faulty), (note, from) -> {}));
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'a':{'b':[1]}},'x':1}");
        JsonNode error = peer.nextJson();
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(error.at("/error/data/path").asText()).isEqualTo("/params");
        assertThat(error.toString()).doesNotContain("s3cr3t");
        peer.send("{'jsonrpc':'2.0','method':'_tell','params':{'a':{'b':[1]}}}");
        assertAnsweredOnce();
    }

    @Test
    void parametersOfUnknownShapeMayNestDeeperThanTheDefault() throws Exception {
        connections.add(Note.answering()
                .onOtherRequest((method, params, context) -> RawJson.EMPTY_OBJECT)
                .build()
                .connect(
                        peer.transport(),
                        ConnectionOptions.builder().maxDepth(900).build()));
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_x','params':{'x':" + "[".repeat(800) + "]".repeat(800) + "}}");

        assertThat(peer.nextJson().has("result")).isTrue();
        assertAnsweredOnce();
    }
}
