package io.acp4j.benchmarks.http;

import io.acp4j.benchmarks.stdio.BenchmarkClient;
import io.acp4j.benchmarks.ws.ServerProcess;
import io.acp4j.transport.http.HttpTransport;
import java.io.IOException;

/** The client of WORKLOAD.md over Streamable HTTP. */
public final class HttpBenchmarkClient {

    private HttpBenchmarkClient() {}

    /**
     * Measures.
     *
     * @param args the options of WORKLOAD.md; the server's command is required
     * @throws IOException when this process's memory cannot be read
     */
    public static void main(String[] args) throws IOException {
        BenchmarkClient.measure(args, command -> ServerProcess.connect(command, HttpTransport::connect));
    }
}
