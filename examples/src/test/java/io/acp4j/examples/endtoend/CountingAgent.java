package io.acp4j.examples.endtoend;

import io.acp4j.agent.AcpAgent;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.transport.stdio.StdioTransport;

/** An agent that counts: {@code count N} says the numbers up to N, {@code hang} says its process id and waits. */
public final class CountingAgent {

    private CountingAgent() {}

    /** Serves one client over stdin and stdout. */
    public static void main(String[] args) throws InterruptedException {
        String filling = " ".repeat(110);
        AcpAgent.builder()
                .info("counting-agent", "1")
                .onResumeSession((request, setup) -> ResumeSessionResponse.EMPTY)
                .onPrompt(turn -> {
                    String[] words = turn.text().split(" ", -1);
                    if (words[0].equals("hang")) {
                        System.err.println("last words");
                        turn.say(Long.toString(ProcessHandle.current().pid()));
                        turn.cancellation()
                                .whenCancelled()
                                .toCompletableFuture()
                                .join();
                        return;
                    }
                    int count = Integer.parseInt(words[1]);
                    for (int i = 0; i < count; i++) {
                        turn.say(i + filling);
                    }
                })
                .build()
                .serve(StdioTransport.ofProcessStreams())
                .awaitClosed();
    }
}
