package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.SessionId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A {@link Storm} in a process of its own, and the check of what it leaves behind. */
final class StormProcess {

    private final String name;
    private final Process process;
    private final CompletableFuture<byte[]> said = new CompletableFuture<>();
    private final CompletableFuture<String> first = new CompletableFuture<>();
    private int lines;
    private boolean silent;

    private StormProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        Thread reader = new Thread(this::listen, "storm " + name);
        reader.setDaemon(true);
        reader.start();
    }

    static StormProcess start(String url, String name, long seed, int messages) throws IOException {
        return start(url, name, seed, messages, Storm.SHORT_LEASE);
    }

    static StormProcess start(String url, String name, long seed, int messages, Duration lease) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-Xmx128m",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Storm.class.getName(),
                        url,
                        name,
                        Long.toString(seed),
                        Integer.toString(messages),
                        lease.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new StormProcess(name, process);
    }

    private void listen() {
        try (var in = process.getInputStream()) {
            var bytes = new ByteArrayOutputStream();
            byte[] part = new byte[8192];
            int length = in.read(part);
            while (length >= 0) {
                bytes.write(part, 0, length);
                heard(part, length);
                first.complete(new String(bytes.toByteArray(), StandardCharsets.UTF_8));
                length = in.read(part);
            }
            said.complete(bytes.toByteArray());
        } catch (IOException e) {
            said.completeExceptionally(e);
        }
        first.completeExceptionally(new IllegalStateException("the storm said nothing"));
        synchronized (this) {
            silent = true;
            notifyAll();
        }
    }

    private synchronized void heard(byte[] part, int length) {
        for (int i = 0; i < length; i++) {
            lines += part[i] == '\n' ? 1 : 0;
        }
        notifyAll();
    }

    /** Waits until the storm has stored so much, however long the machine takes for it. */
    synchronized void awaitLines(int wanted) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (lines < wanted && !silent) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            assertThat(left)
                    .as("time for " + wanted + " lines, of which " + lines + " came")
                    .isPositive();
            wait(left);
        }
    }

    /** Waits until the storm has stored something. */
    void awaitBegin() throws Exception {
        first.get(60, TimeUnit.SECONDS);
    }

    /** The session that the storm made first, which it keeps open. */
    SessionId firstSession() throws Exception {
        return new SessionId(first.get(60, TimeUnit.SECONDS).split("[ \n]", -1)[1]);
    }

    /** Waits, and kills with SIGKILL what has not ended by then. */
    void killAfter(long millis) throws Exception {
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            // Process.destroyForcibly would throw away what has been said and not been read yet.
            process.toHandle().destroyForcibly();
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    void awaitEnd() throws Exception {
        assertThat(process.waitFor(110, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(said()).contains("END");
    }

    /** The whole lines that were heard; the last one may have been cut off. */
    private List<String> said() throws Exception {
        String text = new String(said.get(60, TimeUnit.SECONDS), StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n');
        return end < 0 ? List.of() : List.of(text.substring(0, end).split("\n", -1));
    }

    /**
     * Checks that everything the storm was promised is there, and nothing that it cannot have made.
     *
     * @return how many messages were promised
     */
    int check(SessionStore store) throws Exception {
        Map<String, List<String>> promised = promised();
        return store.read(view -> check(view, promised));
    }

    private int check(StoreView view, Map<String, List<String>> promised) {
        int messages = 0;
        for (Map.Entry<String, List<String>> each : promised.entrySet()) {
            StoredSession session = view.session(new SessionId(each.getKey()));
            assertThat(session).as("the acknowledged session " + each.getKey()).isNotNull();
            List<String> found =
                    StoredPaths.messages(view, Objects.requireNonNull(session).head());
            // The one that was being stored may be there, too.
            assertBegins(found, each.getValue());
            assertThat(found.size()).isLessThanOrEqualTo(each.getValue().size() + 1);
            messages += each.getValue().size();
        }
        for (StoredSession session : view.sessions(new SessionFilter(Storm.cwd(name), null), Long.MAX_VALUE, 100_000)) {
            List<String> found = StoredPaths.messages(view, session.head());
            if (session.origin() != null) {
                checkFork(view, session, found);
            }
        }
        return messages;
    }

    /** AssertJ's own takes no list that begins with nothing. */
    private static void assertBegins(List<String> messages, List<String> beginning) {
        assertThat(messages.subList(0, Math.min(messages.size(), beginning.size())))
                .isEqualTo(beginning);
    }

    private static void checkFork(StoreView view, StoredSession fork, List<String> found) {
        var origin = Objects.requireNonNull(fork.origin());
        List<String> inherited = StoredPaths.messages(view, origin.point());
        assertThat(inherited)
                .last()
                .isEqualTo(Objects.requireNonNull(origin.message()).value());
        assertBegins(found, inherited);
        StoredSession source = Objects.requireNonNull(view.session(origin.session()));
        assertBegins(StoredPaths.messages(view, source.head()), inherited);
    }

    private Map<String, List<String>> promised() throws Exception {
        Map<String, List<String>> sessions = new HashMap<>();
        for (String line : said()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "S" -> sessions.put(words[1], new ArrayList<>());
                case "M" -> Objects.requireNonNull(sessions.get(words[1])).add(words[2]);
                case "F" -> {
                    List<String> source = Objects.requireNonNull(sessions.get(words[1]));
                    sessions.put(words[2], new ArrayList<>(source.subList(0, source.indexOf(words[3]) + 1)));
                }
                default -> assertThat(line).isEqualTo("END");
            }
        }
        return sessions;
    }
}
