package io.acp4j.transport.ws.jakarta;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import jakarta.websocket.DeploymentException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.glassfish.tyrus.core.RequestContext;
import org.glassfish.tyrus.core.TyrusUpgradeResponse;
import org.glassfish.tyrus.core.TyrusWebSocketEngine;
import org.glassfish.tyrus.spi.CompletionHandler;
import org.glassfish.tyrus.spi.Connection;
import org.glassfish.tyrus.spi.ServerContainerFactory;
import org.glassfish.tyrus.spi.UpgradeRequest;
import org.glassfish.tyrus.spi.WebSocketEngine;
import org.glassfish.tyrus.spi.Writer;

/**
 * Tyrus behind an HTTP server that authenticates, as servlet containers do and the server that comes with Tyrus does not: the
 * bearer token is the name of the user.
 */
final class AuthenticatingContainer implements AutoCloseable {

    private static final String BEARER = "Bearer ";

    private final TyrusWebSocketEngine engine = TyrusWebSocketEngine.builder(
                    ServerContainerFactory.createServerContainer())
            .build();
    private final WorkerThreads workers = new WorkerThreads("test-jakarta-");
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());

    AuthenticatingContainer(Consumer<? super JakartaTransport> acceptor) throws IOException, DeploymentException {
        engine.register(JakartaEndpoint.builder(acceptor).executor(workers).build(), "/");
        workers.execute(this::acceptAll);
    }

    URI uri() {
        return URI.create(
                "ws://" + listening.getInetAddress().getHostAddress() + ":" + listening.getLocalPort() + "/acp");
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket socket = listening.accept();
                sockets.add(socket);
                workers.execute(() -> serve(socket));
            }
        } catch (IOException closed) {
            sockets.forEach(AuthenticatingContainer::close);
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            Connection connection = upgrade(head(in), socket);
            byte[] buffer = new byte[64 * 1024];
            int length;
            while ((length = in.read(buffer)) > 0) {
                connection.getReadHandler().handle(ByteBuffer.wrap(buffer.clone(), 0, length));
            }
            connection.close(new jakarta.websocket.CloseReason(
                    jakarta.websocket.CloseReason.CloseCodes.CLOSED_ABNORMALLY, "the client is gone"));
        } catch (IOException gone) {
            // As after a close frame.
            close(socket);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the request ended early");
            }
            head.write(next);
        }
        return head.toString(ISO_8859_1);
    }

    private Connection upgrade(String head, Socket socket) throws IOException {
        String[] lines = head.split("\r\n");
        RequestContext.Builder described =
                RequestContext.Builder.create().requestURI(URI.create(lines[0].split(" ")[1]));
        for (String line : lines) {
            if (line.regionMatches(true, 0, UpgradeRequest.AUTHORIZATION, 0, UpgradeRequest.AUTHORIZATION.length())) {
                String user = line.substring(line.indexOf(BEARER) + BEARER.length());
                described.userPrincipal(() -> user);
            }
        }
        RequestContext request = described.build();
        for (String line : List.of(lines).subList(1, lines.length)) {
            int colon = line.indexOf(':');
            request.getHeaders()
                    .put(
                            line.substring(0, colon),
                            List.of(line.substring(colon + 1).strip()));
        }
        TyrusUpgradeResponse response = new TyrusUpgradeResponse();
        WebSocketEngine.UpgradeInfo info = engine.upgrade(request, response);
        StringBuilder answer = new StringBuilder("HTTP/1.1 " + response.getStatus() + " Upgraded\r\n");
        response.getHeaders()
                .forEach((name, values) -> answer.append(name)
                        .append(": ")
                        .append(String.join(", ", values))
                        .append("\r\n"));
        OutputStream out = socket.getOutputStream();
        out.write(answer.append("\r\n").toString().getBytes(ISO_8859_1));
        return info.createConnection(new SocketWriter(out), reason -> close(socket));
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        workers.shutdown();
    }

    /** Writes frames as they come. */
    private static final class SocketWriter extends Writer {

        private final OutputStream out;

        SocketWriter(OutputStream out) {
            this.out = out;
        }

        @Override
        public synchronized void write(ByteBuffer buffer, CompletionHandler<ByteBuffer> handler) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            try {
                out.write(bytes);
            } catch (IOException e) {
                handler.failed(e);
                return;
            }
            handler.completed(buffer);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
