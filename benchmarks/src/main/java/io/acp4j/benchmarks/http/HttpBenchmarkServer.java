package io.acp4j.benchmarks.http;

import io.acp4j.benchmarks.stdio.BenchmarkAgent;
import io.acp4j.benchmarks.ws.WsBenchmarkServer;
import io.acp4j.transport.http.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Serves the agent of WORKLOAD.md over Streamable HTTP. */
public final class HttpBenchmarkServer {

    private HttpBenchmarkServer() {}

    /**
     * Prints the address, then answers each line of the input with the bytes of heap in use; ends with the input.
     *
     * @param args none
     * @throws IOException when the input cannot be read
     */
    public static void main(String[] args) throws IOException {
        try (HttpServer server =
                        HttpServer.builder(BenchmarkAgent.agent()::serve).start();
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(server.uri());
            while (in.readLine() != null) {
                System.out.println(WsBenchmarkServer.usedHeap());
            }
        }
    }
}
