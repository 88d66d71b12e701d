package io.acp4j.transport.stdio;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.testing.TwoDialects;
import io.acp4j.rpc.testing.TwoDialects.Word;
import java.util.concurrent.TimeUnit;

/** An agent that sends notifications without end while it serves a request. */
public final class FloodingAgentMain {

    private FloodingAgentMain() {}

    public static void main(String[] args) throws Exception {
        Handlers handlers = Handlers.builder()
                .onRequest(TwoDialects.ASK, (word, context) -> {
                    while (!context.cancellation().isCancelled()) {
                        context.connection().notify(TwoDialects.TELL, Word.of(1));
                    }
                    return word;
                })
                .build();
        try (Connection connection = handlers.connect(StdioTransport.ofProcessStreams())) {
            connection.closed().toCompletableFuture().get(5, TimeUnit.MINUTES);
        }
    }
}
