package io.acp4j.transport.http.internal.netty;

import io.acp4j.transport.http.internal.server.RequestHead;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request that Netty has received. */
record NettyHead(HttpRequest request) implements RequestHead {

    @Override
    public String method() {
        return request.method().name();
    }

    @Override
    public @Nullable String header(String name) {
        return request.headers().get(name);
    }

    @Override
    public List<String> headers(String name) {
        return request.headers().getAll(name);
    }
}
