package io.acp4j.tck.internal.run;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.ConnectionPool;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.SubjectPace;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that a run has made of an agent. When it is over they are deleted where the agent can do that, and closed where it can
 * do only that. Thread-safe.
 */
final class Leftovers {

    /** How long an agent may be silent while it deletes, at most: what it does not delete then stays. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** How many moments of settling an agent may be silent while it deletes. */
    private static final int MOMENTS = 50;

    /** Requests that are under way at the same time. */
    private static final int BATCH = 50;

    private static final Set<String> MAKING = Set.of("session/new", "session/fork");

    private final Connector connector;
    private final Settings settings;
    private final Set<String> sessions = new LinkedHashSet<>();
    private Profile profile = Profile.unknown("not met yet");

    Leftovers(Connector connector, Settings settings) {
        this.connector = connector;
        Duration limit = settings.settle().multipliedBy(MOMENTS);
        Duration silence = limit.compareTo(LONGEST) < 0 ? limit : LONGEST;
        this.settings = settings.toBuilder()
                .timeouts(silence, settings.startupTimeout())
                .build();
    }

    synchronized void offered(Profile offered) {
        profile = offered;
    }

    /** Notes which sessions a scenario has made, and which of them are gone. */
    synchronized void add(Probe probe) {
        sessions.addAll(probe.own().made());
        for (Recording recording : probe.recordings()) {
            for (Entry entry : recording.received()) {
                if (entry.kind() == Entry.Kind.RESPONSE && entry.at("/result").isObject()) {
                    note(recording.requestOf(entry), entry);
                }
            }
        }
    }

    /** Notes what a response says; its request may have been written in pieces, so that the transcript does not have it. */
    private void note(@Nullable Entry request, Entry response) {
        JsonNode made = response.at("/result/sessionId");
        if (made.isTextual() && (request == null || MAKING.contains(request.method()))) {
            sessions.add(made.asText());
        } else if (request != null && request.method().equals("session/delete")) {
            sessions.remove(request.session());
        }
    }

    /** Deletes them. */
    synchronized void remove() {
        boolean deletes = profile.has("delete", settings);
        boolean closes = profile.has("close", settings);
        if (sessions.isEmpty() || !(deletes || closes)) {
            return;
        }
        Probe probe = new Probe(connector, settings, profile, new ConnectionPool(0), new SubjectPace());
        // A run that was interrupted cleans up all the same.
        boolean interrupted = Thread.interrupted();
        try {
            Link link = probe.open();
            List<String> left = deletes ? rest(link, "session/delete", List.copyOf(sessions)) : List.copyOf(sessions);
            if (closes && !left.isEmpty()) {
                // An agent may refuse to delete what is open.
                rest(link, "session/close", left);
                if (deletes) {
                    rest(link, "session/delete", left);
                }
            }
            sessions.clear();
        } catch (RuntimeException e) {
            // The run is over, so sessions that cannot be deleted remain.
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            probe.close();
            probe.discard();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Names each session to a method, and returns those with which it did not succeed; stops at an agent that is silent. */
    private static List<String> rest(Link link, String method, List<String> sessions) throws InterruptedException {
        List<String> rest = new ArrayList<>();
        for (int from = 0; from < sessions.size(); from += BATCH) {
            Map<String, Call> calls = new LinkedHashMap<>();
            for (String session : sessions.subList(from, Math.min(from + BATCH, sessions.size()))) {
                calls.put(session, link.start(method, obj("sessionId", session)));
            }
            for (Map.Entry<String, Call> call : calls.entrySet()) {
                Reply reply = call.getValue().await();
                if (!reply.came()) {
                    throw new NotTestable(method + " got " + reply);
                }
                if (reply.isError()) {
                    rest.add(call.getKey());
                }
            }
        }
        return rest;
    }
}
