package io.acp4j.interop.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Drives a scripted agent through named checks: prints {@code ok NAME} or {@code not ok NAME: why} for each and ends with
 * {@code N passed, N failed}.
 */
public final class InteropClient {

    private static final long SECONDS_FOR_A_CHECK = 120;
    private static final int WHY_LENGTH = 600;

    /** The checks that only make sense where the client starts the agent. */
    private static final Set<String> ABOUT_PROCESSES = Set.of("agent-crash", "close-ends-the-agent");

    private InteropClient() {}

    /**
     * Runs the checks.
     *
     * @param args {@code [--record FILE] [--only NAME,NAME] [--both] [--basic] [--network] -- COMMAND [ARG…]}; with
     *     {@code --both} the client also speaks version 2; with {@code --network} the command serves WebSockets or HTTP and prints its
     *     address as its first line
     * @throws Exception when the agent cannot be started or the recording cannot be written
     */
    public static void main(String[] args) throws Exception {
        List<String> arguments = new ArrayList<>(Arrays.asList(args));
        String record = option(arguments, "--record");
        String only = option(arguments, "--only");
        boolean bothVersions = arguments.remove("--both");
        boolean basic = arguments.remove("--basic");
        boolean onNetwork = arguments.remove("--network");
        if (arguments.size() < 2 || !arguments.remove(0).equals("--")) {
            System.err.println(
                    "usage: InteropClient [--record FILE] [--only NAME,NAME] [--both] [--basic] [--network] -- COMMAND [ARG...]");
            System.exit(2);
        }
        List<Check> checks = (basic ? BasicChecks.all() : checks())
                .stream()
                        .filter(check -> only == null
                                || Arrays.asList(only.split(",", -1)).contains(check.name()))
                        .filter(check -> !onNetwork || !ABOUT_PROCESSES.contains(check.name()))
                        .toList();
        int failed = run(arguments, onNetwork, bothVersions, checks, record);
        System.out.println(checks.size() - failed + " passed, " + failed + " failed");
        System.exit(failed == 0 && !checks.isEmpty() ? 0 : 1);
    }

    private static @Nullable String option(List<String> arguments, String name) {
        if (arguments.size() < 2 || !arguments.get(0).equals(name)) {
            return null;
        }
        arguments.remove(0);
        return arguments.remove(0);
    }

    private static List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        checks.addAll(ConnectionChecks.all());
        checks.addAll(SessionChecks.all());
        checks.addAll(ForkChecks.all());
        checks.addAll(PromptChecks.all());
        checks.addAll(UpdateChecks.all());
        checks.addAll(HostChecks.all());
        return checks;
    }

    private static int run(
            List<String> command, boolean onNetwork, boolean bothVersions, List<Check> checks, @Nullable String record)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "check");
            thread.setDaemon(true);
            return thread;
        });
        int failed = 0;
        try (Recorder recorder = record == null ? null : new Recorder(Path.of(record));
                Agents agents = new Agents(command, onNetwork, bothVersions, recorder)) {
            for (Check check : checks) {
                failed += run(check, agents, threads) ? 0 : 1;
            }
        } finally {
            threads.shutdownNow();
        }
        return failed;
    }

    private static boolean run(Check check, Agents agents, ExecutorService threads) throws InterruptedException {
        Future<?> outcome = threads.submit(() -> {
            check.body().run(agents);
            return null;
        });
        String why;
        try {
            outcome.get(SECONDS_FOR_A_CHECK, TimeUnit.SECONDS);
            System.out.println("ok " + check.name());
            return true;
        } catch (ExecutionException e) {
            why = String.valueOf(e.getCause());
        } catch (TimeoutException e) {
            outcome.cancel(true);
            why = "not done after " + SECONDS_FOR_A_CHECK + " s";
        }
        String line = why.replaceAll("\\s+", " ").strip();
        System.out.println("not ok " + check.name() + ": " + line.substring(0, Math.min(line.length(), WHY_LENGTH)));
        return false;
    }
}
