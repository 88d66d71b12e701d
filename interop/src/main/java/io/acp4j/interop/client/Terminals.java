package io.acp4j.interop.client;

import io.acp4j.client.TerminalHandler;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.mcp.EnvVariable;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.CreateTerminalResponse;
import io.acp4j.schema.terminal.KillTerminalRequest;
import io.acp4j.schema.terminal.KillTerminalResponse;
import io.acp4j.schema.terminal.ReleaseTerminalRequest;
import io.acp4j.schema.terminal.ReleaseTerminalResponse;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutputRequest;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.terminal.WaitForTerminalExitRequest;
import io.acp4j.schema.terminal.WaitForTerminalExitResponse;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs commands as processes; keeps as much of the end of their output as was asked for. */
final class Terminals implements TerminalHandler {

    private static final int SIGNAL_BASE = 128;
    private static final int SIGTERM = 15;
    private static final long DEFAULT_LIMIT = 1_000_000;

    private final AtomicInteger created = new AtomicInteger();
    private final Map<TerminalId, Terminal> open = new ConcurrentHashMap<>();

    private record Terminal(Process process, Output output) {

        @Nullable
        TerminalExitStatus status() {
            if (process.isAlive()) {
                return null;
            }
            int code = process.exitValue();
            return code == SIGNAL_BASE + SIGTERM
                    ? TerminalExitStatus.killed("SIGTERM")
                    : TerminalExitStatus.exited(code);
        }
    }

    int openCount() {
        return open.size();
    }

    @Override
    public CreateTerminalResponse create(CreateTerminalRequest request, RequestContext context) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(request.command());
        command.addAll(request.args());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (request.cwd() != null) {
            builder.directory(new File(request.cwd()));
        }
        for (EnvVariable variable : request.env()) {
            builder.environment().put(variable.name(), variable.value());
        }
        Long limit = request.outputByteLimit();
        Process process = builder.start();
        process.getOutputStream().close();
        Output output = new Output(process.getInputStream(), limit == null ? DEFAULT_LIMIT : limit);
        output.start();
        TerminalId id = new TerminalId("terminal-" + created.incrementAndGet());
        open.put(id, new Terminal(process, output));
        return CreateTerminalResponse.of(id);
    }

    @Override
    public TerminalOutputResponse output(TerminalOutputRequest request, RequestContext context) {
        Terminal terminal = find(request.terminalId());
        return new TerminalOutputResponse(
                terminal.output.text(), terminal.output.isTruncated(), terminal.status(), null);
    }

    @Override
    public WaitForTerminalExitResponse waitForExit(WaitForTerminalExitRequest request, RequestContext context)
            throws InterruptedException {
        Terminal terminal = find(request.terminalId());
        terminal.process.waitFor();
        terminal.output.join();
        TerminalExitStatus status = terminal.status();
        if (status == null) {
            throw new IllegalStateException("the process runs again");
        }
        return WaitForTerminalExitResponse.of(status);
    }

    @Override
    public KillTerminalResponse kill(KillTerminalRequest request, RequestContext context) {
        find(request.terminalId()).process.destroy();
        return KillTerminalResponse.EMPTY;
    }

    @Override
    public ReleaseTerminalResponse release(ReleaseTerminalRequest request, RequestContext context) {
        find(request.terminalId()).process.destroy();
        open.remove(request.terminalId());
        return ReleaseTerminalResponse.EMPTY;
    }

    private Terminal find(TerminalId id) {
        Terminal terminal = open.get(id);
        if (terminal == null) {
            throw AcpErrorException.notFound("terminalId", id.value());
        }
        return terminal;
    }

    /** Reads the output of a process and keeps its end. */
    private static final class Output extends Thread {

        private final InputStream in;
        private final long limit;
        private byte[] kept = {};
        private boolean truncated;

        Output(InputStream in, long limit) {
            super("terminal-output");
            setDaemon(true);
            this.in = in;
            this.limit = limit;
        }

        @Override
        public void run() {
            byte[] buffer = new byte[8192];
            try {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    add(buffer, count);
                }
            } catch (IOException e) {
                add("(unreadable)".getBytes(StandardCharsets.UTF_8), 12);
            }
        }

        private synchronized void add(byte[] buffer, int count) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(kept);
            all.write(buffer, 0, count);
            kept = all.toByteArray();
            if (kept.length > limit) {
                truncated = true;
                kept = end(kept, (int) (kept.length - limit));
            }
        }

        /** Cuts where a character begins. */
        private static byte[] end(byte[] bytes, int from) {
            int start = from;
            while (start < bytes.length && (bytes[start] & 0xC0) == 0x80) {
                start++;
            }
            return Arrays.copyOfRange(bytes, start, bytes.length);
        }

        synchronized String text() {
            return new String(kept, StandardCharsets.UTF_8);
        }

        synchronized boolean isTruncated() {
            return truncated;
        }
    }
}
