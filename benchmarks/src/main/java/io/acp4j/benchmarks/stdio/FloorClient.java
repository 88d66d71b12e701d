package io.acp4j.benchmarks.stdio;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a flood through a pipe, cuts it into lines and runs Jackson's tokeniser over each, binding nothing: the work that
 * any JSON-over-lines client on the JVM has to do.
 */
public final class FloorClient {

    private static final JsonFactory JSON = new JsonFactory();

    private FloorClient() {}

    /**
     * Measures.
     *
     * @param args the options of WORKLOAD.md
     * @throws IOException when the child process cannot be started or read
     */
    public static void main(String[] args) throws IOException {
        List<String> java = List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FloorAgent.class.getName());
        Workload workload = Workload.parse(args, java);
        if (workload.includes("flood")) {
            read(workload.agent(), workload.floodWarmup());
            double perSecond = read(workload.agent(), workload.flood());
            new Metrics("floor").print("updates_per_s", perSecond);
        }
    }

    private static double read(List<String> agent, int updates) throws IOException {
        List<String> command = new ArrayList<>(agent);
        command.add(Integer.toString(updates));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream in = process.getInputStream()) {
            return read(in, updates);
        } finally {
            process.destroy();
        }
    }

    private static double read(InputStream in, int updates) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        int filled = 0;
        int lines = 0;
        long tokens = 0;
        long start = 0;
        int count;
        while ((count = in.read(buffer, filled, buffer.length - filled)) > 0) {
            if (start == 0) {
                // The clock starts with the first bytes: starting a JVM is not part of the floor.
                start = System.nanoTime();
            }
            filled += count;
            int from = 0;
            for (int i = 0; i < filled; i++) {
                if (buffer[i] == '\n') {
                    tokens += tokenise(buffer, from, i - from);
                    lines++;
                    from = i + 1;
                }
            }
            System.arraycopy(buffer, from, buffer, 0, filled - from);
            filled -= from;
            if (filled == buffer.length) {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
        }
        long nanos = System.nanoTime() - start;
        if (lines != updates || tokens == 0) {
            throw new IOException("read " + lines + " of " + updates + " lines");
        }
        return lines * 1e9 / nanos;
    }

    private static long tokenise(byte[] buffer, int from, int length) throws IOException {
        long tokens = 0;
        try (JsonParser parser = JSON.createParser(buffer, from, length)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken().isScalarValue()) {
                    parser.getText();
                }
                tokens++;
            }
        }
        return tokens;
    }
}
