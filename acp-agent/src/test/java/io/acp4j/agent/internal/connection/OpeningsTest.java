package io.acp4j.agent.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.internal.handler.CancellationSource;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests that may hold a thread, among those that open and end their session. */
class OpeningsTest {

    private static final SessionId SESSION = new SessionId("s");

    private final Openings openings = new Openings();
    private final Queue<Runnable> submitted = new ArrayDeque<>();
    private final List<String> served = new ArrayList<>();

    /** A request whose threads run when {@link #runSubmitted} does. */
    private final class Request implements RequestContext {

        private final CancellationSource cancellation = new CancellationSource(Runnable::run);

        @Override
        public RequestId id() {
            return new RequestId.Numeric(1);
        }

        @Override
        public String method() {
            return "session/set_mode";
        }

        @Override
        public CancellationToken cancellation() {
            return cancellation;
        }

        @Override
        public Connection connection() {
            throw new IllegalStateException("nothing is sent here");
        }

        @Override
        public Executor executor() {
            return submitted::add;
        }

        @Override
        public void afterResponse(Runnable action) {}

        @Override
        public void keepOpenUntil(CompletionStage<?> end) {}
    }

    private void runSubmitted() {
        while (!submitted.isEmpty()) {
            submitted.remove().run();
        }
    }

    private CompletableFuture<String> ask(@Nullable SessionId id, Request request, String name) throws Exception {
        return openings.leavingAfter(id, request, () -> {
                    served.add(name);
                    return name;
                })
                .toCompletableFuture();
    }

    private CompletionStage<String> open(String name) {
        return openings.next(SESSION, new Request(), () -> {
            served.add(name);
            return name;
        });
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"s", "other"})
    void whereNothingIsOpenedARequestIsServedOnItsOwnThread(@Nullable String session) throws Exception {
        CompletionStage<String> opening = open("opening");
        if ("s".equals(session)) {
            runSubmitted();
            assertThat(opening).isCompleted();
            served.clear();
        }
        int before = submitted.size();

        assertThat(ask(session == null ? null : new SessionId(session), new Request(), "asked"))
                .isCompletedWithValue("asked");
        assertThat(served).containsExactly("asked");
        assertThat(submitted).hasSize(before);
    }

    @Test
    void behindAnOpeningARequestIsServedAfterIt() throws Exception {
        var unused = open("opening");
        CompletableFuture<String> asked = ask(SESSION, new Request(), "asked");
        assertThat(served).isEmpty();

        runSubmitted();

        assertThat(asked).isCompletedWithValue("asked");
        assertThat(served).containsExactly("opening", "asked");
    }

    @Test
    void behindAnEndingARequestIsServedAfterIt() throws Exception {
        CompletableFuture<String> end = new CompletableFuture<>();
        var unused = openings.ending(SESSION, new Request(), () -> end);
        CompletableFuture<String> asked = ask(SESSION, new Request(), "asked");
        runSubmitted();
        assertThat(served).isEmpty();

        end.complete("closed");
        runSubmitted();

        assertThat(asked).isCompletedWithValue("asked");
    }

    @Test
    void whatIsBehindARequestWaitsForItsBeginningAndNotForItsEnd() throws Exception {
        var unused = open("first");
        CompletionStage<String> asked = openings.leavingAfter(SESSION, new Request(), () -> {
            served.add("asked");
            // As another thread would, while this one is held.
            runSubmitted();
            served.add("responded");
            return "asked";
        });
        CompletionStage<String> second = open("second");
        runSubmitted();

        assertThat(asked).isCompletedWithValue("asked");
        assertThat(second).isCompletedWithValue("second");
        assertThat(served).containsExactly("first", "asked", "second", "responded");
    }

    @Test
    void aRequestThatIsCancelledBehindAnOpeningIsNotServed() throws Exception {
        var unused = open("opening");
        Request request = new Request();
        CompletableFuture<String> asked = ask(SESSION, request, "asked");
        request.cancellation.cancel();
        runSubmitted();

        assertThatThrownBy(asked::join).hasCauseInstanceOf(RequestCancelledException.class);
        assertThat(served).containsExactly("opening");
    }
}
