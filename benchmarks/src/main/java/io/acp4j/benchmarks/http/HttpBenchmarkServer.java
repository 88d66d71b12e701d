package io.acp4j.benchmarks.http;

import io.acp4j.benchmarks.stdio.BenchmarkAgent;
import io.acp4j.benchmarks.ws.WsBenchmarkServer;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.http.HttpServerBuilder;
import io.acp4j.transport.ws.WsTls;
import java.io.IOException;
import java.nio.file.Path;

/** Serves the agent of WORKLOAD.md over Streamable HTTP. */
public final class HttpBenchmarkServer {

    private HttpBenchmarkServer() {}

    /**
     * Prints the address, then answers each line of the input with the bytes of heap in use; ends with the input.
     *
     * @param args a key store in PKCS12 format with the password "changeit", for TLS and so for HTTP/2; none without TLS
     * @throws IOException when the input cannot be read
     */
    public static void main(String[] args) throws IOException {
        HttpServerBuilder builder = HttpServer.builder(BenchmarkAgent.agent()::serve);
        if (args.length > 0) {
            builder.tls(WsTls.pkcs12(Path.of(args[0]), "changeit"::toCharArray));
        }
        try (HttpServer server = builder.start()) {
            WsBenchmarkServer.serve(server.uri());
        }
    }
}
