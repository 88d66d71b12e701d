package io.acp4j.transport.http.internal.servlet;

import io.acp4j.transport.http.internal.server.Reply;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends whole responses. */
final class Replies {

    private static final Logger LOG = LoggerFactory.getLogger(Replies.class);

    private Replies() {}

    /** Sends one on the thread that has brought the request; it is a line of text at most. */
    static void write(Reply reply, HttpServletRequest request, HttpServletResponse response) throws IOException {
        head(reply, response);
        if (!request.getMethod().equals("HEAD") && reply.body().length > 0) {
            response.getOutputStream().write(reply.body());
        }
    }

    private static void head(Reply reply, HttpServletResponse response) {
        response.setStatus(reply.status());
        reply.headers().forEach(response::setHeader);
        if (!reply.type().isEmpty()) {
            response.setContentType(reply.type());
        }
        if (reply.status() != HttpServletResponse.SC_NO_CONTENT) {
            response.setContentLength(reply.body().length);
        }
    }

    /** Sends one without waiting for the client, on any thread, and completes the request. */
    static void send(Reply reply, AsyncContext context) {
        try {
            HttpServletResponse response = (HttpServletResponse) context.getResponse();
            head(reply, response);
            if (reply.body().length == 0) {
                context.complete();
            } else {
                ServletOutputStream out = response.getOutputStream();
                out.setWriteListener(new Body(reply.body(), out, context));
            }
        } catch (IOException | RuntimeException e) {
            gone(context, e);
        }
    }

    private static void gone(AsyncContext context, Throwable cause) {
        LOG.debug("A client was gone before its request was responded to", cause);
        complete(context);
    }

    /** Completes a request that may have been completed by the container. */
    static void complete(AsyncContext context) {
        try {
            context.complete();
        } catch (RuntimeException e) {
            LOG.debug("A request had ended already", e);
        }
    }

    /** A body on its way. */
    private static final class Body implements WriteListener {

        private final byte[] bytes;
        private final ServletOutputStream out;
        private final AsyncContext context;
        private boolean written;

        Body(byte[] bytes, ServletOutputStream out, AsyncContext context) {
            this.bytes = bytes;
            this.out = out;
            this.context = context;
        }

        @Override
        public void onWritePossible() throws IOException {
            while (out.isReady()) {
                if (written) {
                    complete(context);
                    return;
                }
                written = true;
                out.write(bytes);
            }
        }

        @Override
        public void onError(Throwable cause) {
            gone(context, cause);
        }
    }
}
