package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An error that a handler receives for its own request is not the handler's response, unless the handler passes it on. */
@ExtendWith(Quiet.class)
class NestedErrorTest extends InboundFixture {

    enum Handling {
        ESCAPES,
        ESCAPES_FROM_FUTURE,
        ESCAPES_WRAPPED,
        PASSED_ON
    }

    @ParameterizedTest
    @EnumSource
    void isAnInternalErrorThatNamesTheInnerMethod(Handling handling) throws Exception {
        connect(
                switch (handling) {
                    case ESCAPES ->
                        Note.answering()
                                .onRequest(
                                        Note.ASK,
                                        (params, context) ->
                                                context.connection().request(Note.NEST, params));
                    case ESCAPES_FROM_FUTURE ->
                        Note.answering()
                                .onRequestAsync(
                                        Note.ASK,
                                        (params, context) ->
                                                context.connection().requestAsync(Note.NEST, params));
                    case ESCAPES_WRAPPED ->
                        Note.answering()
                                .onRequestAsync(
                                        Note.ASK,
                                        (params, context) -> context.connection()
                                                .requestAsync(Note.NEST, params)
                                                .whenComplete((result, failure) -> {
                                                    if (failure != null) {
                                                        throw new CompletionException(failure);
                                                    }
                                                }));
                    case PASSED_ON ->
                        Note.answering().onRequest(Note.ASK, (params, context) -> {
                            try {
                                return context.connection().request(Note.NEST, params);
                            } catch (AcpErrorException e) {
                                throw new AcpErrorException(e.error());
                            }
                        });
                });
        peer.send(Note.call("_ask", 1, "s", 5));
        JsonNode nested = peer.nextJson();
        peer.send("{'jsonrpc':'2.0','id':" + nested.path("id")
                + ",'error':{'code':-32002,'message':'Resource not found: " + SECRET + "'}}");

        JsonNode answer = peer.nextJson();

        if (handling == Handling.PASSED_ON) {
            assertThat(answer.at("/error/code").asInt()).isEqualTo(-32002);
        } else {
            assertThat(answer)
                    .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'error':{'code':-32603,"
                            + "'message':'Internal error: _nest failed with error -32002',"
                            + "'data':{'reason':'nested_error','method':'_nest','code':-32002}}}"));
        }
        assertAnsweredOnce();
    }
}
