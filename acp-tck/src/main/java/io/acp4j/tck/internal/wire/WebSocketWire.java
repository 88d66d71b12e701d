package io.acp4j.tck.internal.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One WebSocket connection. The JDK's socket takes one message at a time, so sends are chained. */
final class WebSocketWire implements Wire, java.net.http.WebSocket.Listener {

    private final WireListener listener;
    private StringBuilder partial = new StringBuilder();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicBoolean ended = new AtomicBoolean();
    private java.net.http.@Nullable WebSocket socket;
    private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

    WebSocketWire(WireListener listener) {
        this.listener = listener;
    }

    synchronized void attach(java.net.http.WebSocket open) {
        this.socket = open;
    }

    private synchronized java.net.http.WebSocket socket() {
        java.net.http.WebSocket open = socket;
        if (open == null) {
            throw new IllegalStateException("Not connected yet");
        }
        return open;
    }

    @Override
    public CompletionStage<?> onText(java.net.http.WebSocket webSocket, CharSequence data, boolean last) {
        partial.append(data);
        if (last || partial.length() > LineSplitter.MAX_LINE) {
            byte[] message = partial.toString().getBytes(StandardCharsets.UTF_8);
            partial = new StringBuilder();
            listener.received(message, last);
        }
        webSocket.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onBinary(java.net.http.WebSocket webSocket, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        // Binary frames are no messages of the protocol; the purity check sees them as what they are not.
        listener.received(("[binary frame of " + bytes.length + " bytes]").getBytes(StandardCharsets.UTF_8), true);
        webSocket.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onClose(java.net.http.WebSocket webSocket, int statusCode, String reason) {
        end("the connection was closed with status " + statusCode);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(java.net.http.WebSocket webSocket, Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof VirtualMachineError) {
                // The kit has no memory left, which is no fault of the subject's.
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
            }
        }
        end("the connection failed: " + error);
    }

    private void end(String reason) {
        if (ended.compareAndSet(false, true)) {
            closed.countDown();
            listener.ended(reason);
        }
    }

    @Override
    public void write(byte[] bytes) {
        send(bytes);
    }

    @Override
    public synchronized void send(byte[] message) {
        String text = new String(message, StandardCharsets.UTF_8);
        sent = sent.thenCompose(ignored -> socket().sendText(text, true)).exceptionally(failure -> {
            end("cannot send: " + failure);
            return socket();
        });
    }

    @Override
    public boolean isStream() {
        return false;
    }

    @Override
    public synchronized void closeInput() {
        sent = sent.thenCompose(ignored -> socket().sendClose(java.net.http.WebSocket.NORMAL_CLOSURE, ""));
    }

    @Override
    public OptionalInt awaitExit(Duration limit) throws InterruptedException {
        return closed.await(limit.toNanos(), TimeUnit.NANOSECONDS) ? OptionalInt.of(0) : OptionalInt.empty();
    }

    @Override
    public void close() {
        socket().abort();
        end("the kit closed the connection");
    }
}
