package io.acp4j.transport.http.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When streams are asked for again, with a clock and a server that the test plays. */
class ReopeningsTest {

    /** The sessions whose streams have been asked for, in order. */
    private final List<@Nullable String> asked = new ArrayList<>();

    /** The request for a stream that was sent last. */
    private CompletableFuture<?> request = new CompletableFuture<>();

    private long time;
    private final List<Long> waits = new ArrayList<>();
    private final List<Runnable> due = new ArrayList<>();
    private final ClientStreams streams = new ClientStreams(2, new Server());
    private final List<Integer> givenUp = new ArrayList<>();
    private final Reopenings reopenings = new Reopenings(
            streams,
            (millis, task) -> {
                waits.add(millis);
                due.add(task);
            },
            (status, failure) -> givenUp.add(status));

    private ClientStream open(String session) {
        var unused = streams.session(session);
        ClientStream stream = streams.find(session);
        assertThat(stream).isNotNull();
        return stream;
    }

    private void end(ClientStream stream) {
        streams.ended(stream);
        reopenings.plan(stream);
    }

    private void runWhatIsDue() {
        List<Runnable> now = List.copyOf(due);
        due.clear();
        now.forEach(Runnable::run);
    }

    @Test
    void streamThatEndsIsOpenedAgain() {
        end(open("s"));
        assertThat(streams.find("s")).isNull();

        runWhatIsDue();

        assertThat(asked).containsExactly("s", "s");
        assertThat(streams.find("s")).isNotNull();
    }

    @Test
    void streamOfASessionThatIsClosedMeanwhileIsNotOpenedAgain() {
        end(open("s"));
        end(open("t"));

        streams.close("s");
        runWhatIsDue();

        assertThat(asked).containsExactly("s", "t", "t");
        assertThat(streams.find("s")).isNull();
    }

    @Test
    void streamThatEndsAfterItsSessionWasClosedIsNotOpenedAgain() {
        ClientStream stream = open("s");

        streams.close("s");
        end(stream);
        runWhatIsDue();

        assertThat(asked).containsExactly("s");
    }

    @Test
    void closingASessionDoesNotConcernTheStreamThatItsNextMessageOpens() {
        end(open("s"));
        streams.close("s");

        ClientStream next = open("s");
        runWhatIsDue();

        assertThat(asked).containsExactly("s", "s");
        assertThat(streams.find("s")).isSameAs(next);
    }

    @Test
    void messageAboutTheSessionOpensTheStreamBeforeItsTime() {
        end(open("s"));

        ClientStream sooner = open("s");
        runWhatIsDue();

        assertThat(asked).containsExactly("s", "s");
        assertThat(streams.find("s")).isSameAs(sooner);
    }

    @Test
    void streamThatIsOfNoUseIsOpenedLaterAndLaterAndAtLastNotBeforeTheNextMessage() {
        end(open("s"));
        while (!due.isEmpty()) {
            runWhatIsDue();
            end(open("s"));
        }

        assertThat(waits).containsExactly(100L, 200L, 400L, 800L, 1600L, 3200L);
        assertThat(givenUp).containsExactly(0);
        assertThat(asked).hasSize(1 + Reopenings.MAX_IN_A_ROW);
        var unused = streams.session("s");
        assertThat(asked).hasSize(2 + Reopenings.MAX_IN_A_ROW);
    }

    @Test
    void streamThatHasLivedLongWasOfUseAndIsOpenedAgainAtOnce() {
        end(open("s"));
        runWhatIsDue();
        ClientStream second = open("s");

        time += TimeUnit.SECONDS.toNanos(10);
        end(second);

        assertThat(waits).containsExactly(100L, 0L);
    }

    /** The agent may go on to speak there, and no message of the client would open it: it waits for what the agent says. */
    @Test
    void streamThatIsNotOpenedAgainForNowIsAskedForLater() {
        end(open("s"));
        runWhatIsDue();
        request.completeExceptionally(new ClientStream.RefusedException(503, "no room"));
        runWhatIsDue();
        request.completeExceptionally(new IOException("a test"));
        runWhatIsDue();

        assertThat(waits).containsExactly(100L, 200L, 400L);
        assertThat(asked).containsExactly("s", "s", "s", "s");
    }

    @Test
    void streamThatIsNeverOpenedAgainIsAskedForNoMoreThanOneThatIsOfNoUse() {
        end(open("s"));
        while (!due.isEmpty()) {
            runWhatIsDue();
            request.completeExceptionally(new IOException("a test"));
        }

        assertThat(asked).hasSize(1 + Reopenings.MAX_IN_A_ROW);
    }

    @Test
    void streamOfASessionThatTheServerDoesNotKnowAnyMoreIsNotAskedForLater() {
        end(open("s"));
        runWhatIsDue();
        request.completeExceptionally(new ClientStream.RefusedException(404, "unknown"));

        assertThat(due).isEmpty();
        assertThat(givenUp).containsExactly(404);
        assertThat(streams.find("s")).isNull();
    }

    @Test
    void streamThatIsNotOpenedAgainAndWhoseSessionIsClosedMeanwhileIsNotAskedForLater() {
        end(open("s"));
        runWhatIsDue();
        request.completeExceptionally(new IOException("a test"));
        streams.close("s");
        runWhatIsDue();

        assertThat(asked).containsExactly("s", "s");
        assertThat(givenUp).isEmpty();
    }

    @Test
    void streamThatIsClosedBeforeItsRequestIsSentIsNotAskedFor() {
        ClientStream reserved = streams.reserve("s", 0);
        assertThat(reserved).isNotNull();

        streams.close("s");

        assertThat(streams.open(reserved)).isCompleted();
        assertThat(asked).isEmpty();
    }

    private final class Server implements ClientStream.Owner {

        @Override
        public CompletableFuture<?> request(
                @Nullable String session, @Nullable String lastSeen, HttpResponse.BodyHandler<@Nullable Void> onHead) {
            asked.add(session);
            request = new CompletableFuture<>();
            return request;
        }

        @Override
        public Executor workers() {
            return Runnable::run;
        }

        @Override
        public long nanoTime() {
            return time;
        }

        @Override
        public int maxMessageBytes() {
            return 1024;
        }

        @Override
        public void received(ClientStream stream, byte[] message) {}

        @Override
        public void goOn(EventReader reader) {}

        @Override
        public void ended(ClientStream stream, @Nullable Throwable failure) {}

        @Override
        public void tooLong(ClientStream stream) {}
    }
}
