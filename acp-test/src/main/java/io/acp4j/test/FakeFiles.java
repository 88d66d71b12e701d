package io.acp4j.test;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Handlers;
import io.acp4j.schema.fs.ReadTextFileRequest;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.method.Methods;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The files of a {@link FakeClient}, by their absolute paths. */
final class FakeFiles {

    private final Map<String, String> contents = new ConcurrentHashMap<>();

    void put(String path, String content) {
        contents.put(path, content);
    }

    void addTo(Handlers.Builder handlers) {
        handlers.onRequest(Methods.FS_READ_TEXT_FILE, (request, context) -> read(request))
                .onRequest(Methods.FS_WRITE_TEXT_FILE, (request, context) -> {
                    contents.put(request.path(), request.content());
                    return WriteTextFileResponse.EMPTY;
                });
    }

    Map<String, String> contents() {
        return Map.copyOf(contents);
    }

    private ReadTextFileResponse read(ReadTextFileRequest request) {
        String content = contents.get(request.path());
        if (content == null) {
            throw AcpErrorException.notFound("path", request.path());
        }
        if (request.line() == null && request.limit() == null) {
            return ReadTextFileResponse.of(content);
        }
        long first = request.line() == null ? 1 : request.line();
        long count = request.limit() == null ? Long.MAX_VALUE : request.limit();
        return ReadTextFileResponse.of(content.lines()
                .skip(Math.max(0, first - 1))
                .limit(count)
                .map(line -> line + "\n")
                .collect(Collectors.joining()));
    }
}
