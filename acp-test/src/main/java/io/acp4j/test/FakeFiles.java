package io.acp4j.test;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.schema.fs.ReadTextFileRequest;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.method.Methods;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files of a {@link FakeClient}, by their absolute paths. */
final class FakeFiles {

    private final Map<String, String> contents = new ConcurrentHashMap<>();

    void put(String path, String content) {
        contents.put(path, content);
    }

    void addTo(ProtocolHandlers.Builder handlers) {
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
        int from = behindLines(content, 0, first - 1);
        return ReadTextFileResponse.of(content.substring(from, behindLines(content, from, count)));
    }

    /** Returns where a text goes on behind some lines, which end as they end in it. */
    private static int behindLines(String text, int from, long lines) {
        int at = from;
        for (long passed = 0; passed < lines && at < text.length(); passed++) {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end + 1;
        }
        return at;
    }
}
