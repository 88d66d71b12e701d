package io.acp4j.spring;

import io.acp4j.transport.http.servlet.AcpServlet;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/**
 * Ends the agent's connections when the application ends, before the container waits for the requests that it serves: event streams
 * would not end by themselves.
 */
final class AcpServletShutdown implements SmartLifecycle {

    private final AcpServlet servlet;
    private final Duration grace;
    private volatile boolean running;

    AcpServletShutdown(AcpServlet servlet, Duration grace) {
        this.servlet = servlet;
        this.grace = grace;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        servlet.shutdown(grace).toCompletableFuture().join();
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        servlet.shutdown(grace).thenRun(callback);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
