package io.acp4j.benchmarks.ws;

import io.acp4j.benchmarks.stdio.BenchmarkClient;
import io.acp4j.transport.ws.WsTransport;
import java.io.IOException;

/** The client of WORKLOAD.md over WebSockets. */
public final class WsBenchmarkClient {

    private WsBenchmarkClient() {}

    /**
     * Measures.
     *
     * @param args the options of WORKLOAD.md; the server's command is required
     * @throws IOException when this process's memory cannot be read
     */
    public static void main(String[] args) throws IOException {
        BenchmarkClient.measure(args, command -> ServerProcess.connect(command, WsTransport::connect));
    }
}
