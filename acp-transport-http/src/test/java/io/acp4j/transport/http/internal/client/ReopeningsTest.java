package io.acp4j.transport.http.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When streams are asked for again, with a clock and a server that the test plays. */
class ReopeningsTest {

    /** The sessions whose streams have been asked for, in order. */
    private final List<@Nullable String> asked = new ArrayList<>();

    /** The last events behind which they are to go on. */
    private final List<@Nullable String> lastEvents = new ArrayList<>();

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
            (stream, status, failure) -> givenUp.add(status));

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

    @Test
    void sessionWhoseStreamHasEndedKeepsItsPlaceUntilItIsClosed() {
        end(open("s"));
        open("t");

        assertThat(streams.session("u")).isCompletedExceptionally();
        assertThat(streams.reserve("u", 0)).isNull();
        runWhatIsDue();
        assertThat(asked).containsExactly("s", "t", "s");

        streams.close("s");
        open("u");
    }

    @Test
    void sessionThatTheServerDoesNotKnowAnyMoreGivesItsPlaceUp() {
        ClientStream stream = open("s");
        stream.seen("1");
        end(stream);
        runWhatIsDue();
        request.completeExceptionally(new ClientStream.RefusedException(404, "unknown"));

        open("t");
        open("u");
        streams.close("u");
        open("s");
        assertThat(lastEvents).endsWith((String) null);
    }

    /** However many sessions come and go: a stream goes on behind the last event of its session, until that has been closed. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void eachStreamGoesOnBehindTheLastEventOfItsSession(long seed) {
        Random random = new Random(seed);
        Map<String, String> last = new HashMap<>();
        Set<String> known = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            String session = "s" + random.nextInt(5);
            ClientStream stream = streams.find(session);
            switch (random.nextInt(5)) {
                case 0 -> {
                    streams.close(session);
                    known.remove(session);
                    last.remove(session);
                }
                case 1 -> runWhatIsDue();
                case 2 -> {
                    if (stream != null) {
                        stream.received(new byte[0]);
                        end(stream);
                    }
                }
                case 3 -> {
                    if (stream != null) {
                        stream.seen(Integer.toString(i));
                        last.put(session, Integer.toString(i));
                    }
                }
                default -> {
                    boolean refused = streams.session(session).isCompletedExceptionally();
                    assertThat(refused)
                            .as("%s is refused beside %s", session, known)
                            .isEqualTo(known.size() == 2 && !known.contains(session));
                    if (!refused) {
                        known.add(session);
                    }
                }
            }
            for (int each = 0; each < asked.size(); each++) {
                assertThat(lastEvents.get(each)).isEqualTo(last.get(String.valueOf(asked.get(each))));
            }
            asked.clear();
            lastEvents.clear();
        }
    }

    private final class Server implements ClientStream.Owner {

        @Override
        public CompletableFuture<?> request(
                @Nullable String session, @Nullable String lastSeen, HttpResponse.BodyHandler<@Nullable Void> onHead) {
            asked.add(session);
            lastEvents.add(lastSeen);
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
