package io.acp4j.transport.http.internal.servlet;

import io.acp4j.transport.http.internal.server.RequestHead;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request that a container has received. */
record ServletHead(HttpServletRequest request) implements RequestHead {

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public @Nullable String header(String name) {
        return request.getHeader(name);
    }

    @Override
    public List<String> headers(String name) {
        return Collections.list(request.getHeaders(name));
    }
}
