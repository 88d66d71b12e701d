package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What earlier scenarios have left behind on a connection. Immutable.
 *
 * @param sessions the sessions that they have seen, of which something may still come
 * @param opening the messages by which the connection was initialized
 * @param uses how many they were
 */
record EarlierUse(Set<String> sessions, List<Entry> opening, int uses) {

    static final EarlierUse NONE = new EarlierUse(Set.of(), List.of(), 0);

    /** Ids that one scenario may use up, so that those of two scenarios on one connection differ. */
    private static final long IDS = 100_000;

    /** Bytes by which a connection was initialized, at most, that others carry with them. */
    private static final int MAX_OPENING = 256 * 1024;

    EarlierUse {
        sessions = Set.copyOf(sessions);
        opening = List.copyOf(opening);
    }

    /** Returns the first id that the next scenario may use. */
    long firstId() {
        return uses * IDS + 1;
    }

    /** Returns this with what another scenario has left behind; null when that is too large to be carried on. */
    @Nullable
    EarlierUse and(List<Entry> entries) {
        List<Entry> first = uses > 0
                ? opening
                : entries.stream()
                        .takeWhile(entry -> !entry.method().startsWith("session/"))
                        .toList();
        if (first.stream().mapToLong(Entry::length).sum() > MAX_OPENING) {
            return null;
        }
        List<Entry> copies = first.stream()
                .map(entry -> entry.copy(entry.index(), entry.millis()))
                .toList();
        return new EarlierUse(sessionsWith(entries), copies, uses + 1);
    }

    private Set<String> sessionsWith(List<Entry> entries) {
        Set<String> all = new HashSet<>(sessions);
        for (Entry entry : entries) {
            for (String place : List.of("/params/sessionId", "/result/sessionId")) {
                if (entry.at(place).isTextual()) {
                    all.add(entry.at(place).asText());
                }
            }
        }
        return all;
    }
}
