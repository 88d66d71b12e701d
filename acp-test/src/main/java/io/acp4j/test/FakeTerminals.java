package io.acp4j.test;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.CreateTerminalResponse;
import io.acp4j.schema.terminal.KillTerminalResponse;
import io.acp4j.schema.terminal.ReleaseTerminalResponse;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.terminal.WaitForTerminalExitResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The terminals of a {@link FakeClient}: commands whose output a script gives. */
final class FakeTerminals {

    private static final TerminalExitStatus KILLED = new TerminalExitStatus(null, "SIGKILL", null);

    private record Terminal(String output, boolean truncated, CompletableFuture<TerminalExitStatus> ended) {}

    private final FakeCommand.Script script;
    private final Map<TerminalId, Terminal> open = new ConcurrentHashMap<>();
    private final List<CreateTerminalRequest> commands = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();

    FakeTerminals(FakeCommand.Script script) {
        this.script = script;
    }

    void addTo(ProtocolHandlers.Builder handlers) {
        handlers.onRequest(Methods.TERMINAL_CREATE, (request, context) -> create(request))
                .onRequest(Methods.TERMINAL_OUTPUT, (request, context) -> output(request.terminalId()))
                .onRequestAsync(
                        Methods.TERMINAL_WAIT_FOR_EXIT,
                        (request, context) ->
                                require(request.terminalId()).ended().thenApply(WaitForTerminalExitResponse::of))
                .onRequest(Methods.TERMINAL_KILL, (request, context) -> {
                    require(request.terminalId()).ended().complete(KILLED);
                    return KillTerminalResponse.EMPTY;
                })
                .onRequest(Methods.TERMINAL_RELEASE, (request, context) -> {
                    require(request.terminalId()).ended().complete(KILLED);
                    open.remove(request.terminalId());
                    return ReleaseTerminalResponse.EMPTY;
                });
    }

    List<CreateTerminalRequest> commands() {
        return List.copyOf(commands);
    }

    int open() {
        return open.size();
    }

    private CreateTerminalResponse create(CreateTerminalRequest request) throws Exception {
        commands.add(request);
        FakeCommand command = script.run(request);
        String kept = end(command.output(), request.outputByteLimit());
        CompletableFuture<TerminalExitStatus> ended = new CompletableFuture<>();
        if (command.exit() != null) {
            ended.complete(command.exit());
        }
        TerminalId id = new TerminalId("terminal-" + numbers.incrementAndGet());
        open.put(id, new Terminal(kept, kept.length() < command.output().length(), ended));
        return CreateTerminalResponse.of(id);
    }

    private TerminalOutputResponse output(TerminalId id) {
        Terminal terminal = require(id);
        return TerminalOutputResponse.builder(terminal.output(), terminal.truncated())
                .exitStatus(terminal.ended().getNow(null))
                .build();
    }

    private Terminal require(TerminalId id) {
        Terminal terminal = open.get(id);
        if (terminal == null) {
            throw AcpErrorException.notFound("terminalId", id.value());
        }
        return terminal;
    }

    /** The end of a text that has no more bytes than allowed, cut between characters. */
    private static String end(String text, @Nullable Long limit) {
        byte[] bytes = text.getBytes(UTF_8);
        if (limit == null || bytes.length <= limit) {
            return text;
        }
        int from = bytes.length - (int) Math.max(0, limit);
        while (from < bytes.length && (bytes[from] & 0xC0) == 0x80) {
            from++;
        }
        return new String(bytes, from, bytes.length - from, UTF_8);
    }
}
