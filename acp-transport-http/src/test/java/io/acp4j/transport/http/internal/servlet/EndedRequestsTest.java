package io.acp4j.transport.http.internal.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.acp4j.transport.http.internal.server.EventStream;
import io.acp4j.transport.http.internal.server.Reply;
import io.acp4j.transport.http.internal.server.RequestHead;
import io.acp4j.transport.http.internal.server.RequestRules;
import io.acp4j.transport.http.internal.server.ServingSettings;
import io.acp4j.transport.http.internal.server.Timer;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Requests that end in the moment in which something is done with them: a container, Tomcat for one, uses their objects again for the next
 * request, which would be ended early, or be left without a response.
 */
class EndedRequestsTest {

    private final AsyncContext context = mock(AsyncContext.class);
    private final HttpServletRequest request = mock(HttpServletRequest.class, RETURNS_DEEP_STUBS);
    private final HttpServletResponse response = mock(HttpServletResponse.class);
    private final Output out = new Output();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

    EndedRequestsTest() {
        when(request.startAsync(any(), any())).thenReturn(context);
    }

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    /** The objects of a request, which are used when the gate is open, or fail when they are another request's by then. */
    private static final class Gate {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);
        private volatile boolean usedAgain;
        private volatile boolean misused;

        void pass() throws InterruptedException {
            entered.countDown();
            assertThat(opened.await(60, TimeUnit.SECONDS)).isTrue();
            misused |= usedAgain;
        }

        /** Ends the request on a container's thread while its objects are being used by another one. */
        void endWhileUsed(Thread user, Runnable end) throws InterruptedException {
            assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();
            Thread container = new Thread(() -> {
                end.run();
                usedAgain = true;
            });
            container.start();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> container.getState() == Thread.State.BLOCKED || usedAgain);
            opened.countDown();
            container.join();
            user.join();
            assertThat(misused).isFalse();
        }
    }

    private static final class Output extends ServletOutputStream {

        private volatile Gate gate;

        @Override
        public boolean isReady() {
            Gate waiting = gate;
            if (waiting != null) {
                try {
                    waiting.pass();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            // The test takes its place.
        }

        @Override
        public void write(int one) throws IOException {
            throw new IOException("nothing is written here");
        }
    }

    private ServletEvents events(Executor workers) {
        EventStream stream = mock(EventStream.class);
        when(stream.isBetweenEvents()).thenReturn(true);
        return new ServletEvents(stream, workers, out, ended -> {});
    }

    /** Another request may take a stream over before the one that it was for has begun. */
    @Test
    void streamThatIsCutBeforeItBeginsIsCompleted() {
        ServletEvents events = events(Runnable::run);
        events.cut();
        events.start(request, response);
        events.onWritePossible();
        verify(context).complete();
    }

    @Test
    void containerWaitsForAStreamThatIsJustWritten() throws Exception {
        CompletableFuture<Thread> writer = new CompletableFuture<>();
        ServletEvents events = events(task -> {
            Thread thread = new Thread(task);
            writer.complete(thread);
            thread.start();
        });
        events.start(request, response);
        events.onWritePossible();
        Gate gate = new Gate();
        out.gate = gate;
        events.drain();
        gate.endWhileUsed(writer.get(), () -> events.onComplete(mock(AsyncEvent.class)));

        out.gate = null;
        events.cut();
        verify(context, never()).complete();
    }

    /** A container completes a request by itself whose listeners have not done so when it has told them of an error. */
    @Test
    void streamWhoseClientIsGoneIsCompletedBeforeTheContainerDoesSo() {
        ServletEvents events = events(task -> {});
        events.start(request, response);
        events.onWritePossible();
        events.onError(mock(AsyncEvent.class));
        verify(context, times(1)).complete();
        events.onError(new IOException("gone"));
        verify(context, times(1)).complete();
    }

    @Test
    void containerWaitsForAResponseThatIsJustSent() throws Exception {
        RequestRules rules = mock(RequestRules.class, RETURNS_DEEP_STUBS);
        CompletableFuture<Consumer<Reply>> responding = new CompletableFuture<>();
        doAnswer(call -> responding.complete(call.getArgument(4))).when(rules).post(any(), any(), any(), any(), any());
        ServingSettings settings = mock(ServingSettings.class);
        when(settings.requestTimeout()).thenReturn(Duration.ofHours(1));
        Gate gate = new Gate();
        when(context.getResponse()).thenAnswer(call -> {
            gate.pass();
            return response;
        });
        PostReader reader = new PostReader(rules, mock(RequestHead.class), "anybody", new Timer(timer));
        reader.start(request, response, settings, null);
        reader.onAllDataRead();
        Consumer<Reply> respond = responding.get();
        Thread engine = new Thread(() -> respond.accept(Reply.text(202, "")));
        engine.start();
        gate.endWhileUsed(engine, () -> reader.onComplete(mock(AsyncEvent.class)));
    }
}
