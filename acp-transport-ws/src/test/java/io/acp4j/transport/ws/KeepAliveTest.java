package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.transport.ws.internal.KeepAlive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What counts as late, on a clock of the test's own. */
class KeepAliveTest {

    private static final Duration PING = Duration.ofSeconds(10);
    private static final Duration PONG = Duration.ofSeconds(8);
    private static final Duration SLOW = Duration.ofSeconds(30);

    private final Peer peer = new Peer();
    private long now = 1;
    private KeepAlive watch = new KeepAlive(times(SLOW), peer, () -> now);

    private static KeepAlive.Times times(Duration slow) {
        return new KeepAlive.Times(PING, PONG, slow, Duration.ZERO);
    }

    /** A peer that the test holds in its hands. */
    private static final class Peer implements KeepAlive.Peer {
        boolean held;
        long backlog;
        int pings;
        final List<Integer> failures = new ArrayList<>();

        @Override
        public boolean isHeld() {
            return held;
        }

        @Override
        public long backlog() {
            return backlog;
        }

        @Override
        public void ping() {
            pings++;
        }

        @Override
        public void fail(int code, String problem) {
            failures.add(code);
        }
    }

    private void look(Duration after) {
        now += after.toNanos();
        watch.look();
    }

    private void lookOnTime(Duration overall) {
        long period = watch.periodNanos();
        for (long passed = 0; passed < overall.toNanos(); passed += period) {
            look(Duration.ofNanos(period));
        }
    }

    @Test
    void silentPeerIsGivenUpAfterTheTimeoutOfItsPing() {
        lookOnTime(PING);
        assertThat(peer.pings).isEqualTo(1);
        lookOnTime(PONG.minusSeconds(3));
        assertThat(peer.failures).isEmpty();
        lookOnTime(Duration.ofSeconds(4));
        assertThat(peer.failures).startsWith(1011);
    }

    @Test
    void timeInWhichThisProgramDidNotRunDoesNotCount() {
        lookOnTime(PING);
        look(Duration.ofHours(3));
        assertThat(peer.failures).isEmpty();
        watch.alive();
        lookOnTime(PING);
        assertThat(peer.pings).isEqualTo(2);
        assertThat(peer.failures).isEmpty();
    }

    @Test
    void peerIsGivenUpThoughEveryLookIsLate() {
        look(PING);
        int looks = 0;
        while (peer.failures.isEmpty()) {
            look(Duration.ofMinutes(1));
            looks++;
        }
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void lateLooksNeverMakeAPeerLateSooner() {
        Random random = new Random(24);
        for (int round = 0; round < 500; round++) {
            Peer each = new Peer();
            KeepAlive late = new KeepAlive(times(SLOW), each, () -> now);
            now += PING.toNanos();
            late.look();
            long counted = 0;
            while (each.failures.isEmpty()) {
                long step = late.periodNanos()
                        + (random.nextInt(3) == 0 ? TimeUnit.SECONDS.toNanos(random.nextInt(60)) : 0);
                now += step;
                counted += Math.min(step, 2 * late.periodNanos());
                late.look();
            }
            assertThat(counted).isBetween(PONG.toNanos(), PONG.toNanos() + 2 * late.periodNanos());
        }
    }

    @Test
    void pingWaitsWhileThePeerHasMoreToReadThanItTakes() {
        peer.backlog = 7;
        lookOnTime(PING.plus(PONG).plusSeconds(5));
        assertThat(peer.pings).isZero();
        assertThat(peer.failures).isEmpty();
        lookOnTime(SLOW);
        assertThat(peer.failures).startsWith(1013);
    }

    @Test
    void peerThatReadsSlowlyIsAlive() {
        for (int i = 1; i < 100; i++) {
            peer.backlog = i;
            lookOnTime(Duration.ofSeconds(6));
        }
        assertThat(peer.pings).isZero();
        assertThat(peer.failures).isEmpty();
    }

    @Test
    void peerThatDoesNotReadIsGivenUpForItsPingWhereSlowReadersAreWaitedForWithoutLimit() {
        watch = new KeepAlive(times(Duration.ZERO), peer, () -> now);
        peer.backlog = 7;
        lookOnTime(PING.plus(PONG).plusSeconds(5));
        assertThat(peer.failures).startsWith(1011);
    }

    @Test
    void silenceWhileInputIsHeldBackDoesNotCount() {
        lookOnTime(PING);
        peer.held = true;
        lookOnTime(Duration.ofMinutes(5));
        peer.held = false;
        lookOnTime(PING.minusSeconds(3));
        assertThat(peer.pings).isEqualTo(1);
        assertThat(peer.failures).isEmpty();
    }

    @Test
    void connectionWithoutMessagesIsClosed() {
        watch = new KeepAlive(
                new KeepAlive.Times(Duration.ZERO, PONG, Duration.ZERO, Duration.ofSeconds(20)), peer, () -> now);
        lookOnTime(Duration.ofSeconds(15));
        watch.message();
        lookOnTime(Duration.ofSeconds(15));
        assertThat(peer.failures).isEmpty();
        lookOnTime(Duration.ofSeconds(5));
        assertThat(peer.failures).startsWith(1008);
    }

    @Test
    void nothingIsWatchedWithoutLimits() {
        KeepAlive none =
                new KeepAlive(new KeepAlive.Times(Duration.ZERO, PONG, Duration.ZERO, Duration.ZERO), peer, () -> now);
        assertThat(none.periodNanos()).isZero();
    }
}
