package io.acp4j.tck.internal.probe;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Collects what one scenario finds out. The first failure of a requirement stands. */
public final class Findings {

    private final Map<String, Finding> byRequirement = new LinkedHashMap<>();
    private final Set<String> afterSilence = new HashSet<>();
    private final BooleanSupplier silent;

    /** Creates findings that do not depend on waits. */
    public Findings() {
        this(() -> false);
    }

    /**
     * Creates findings of a scenario that waits.
     *
     * @param silent returns true if a wait of the scenario has timed out; later failures may be a consequence of the timeout
     */
    Findings(BooleanSupplier silent) {
        this.silent = silent;
    }

    /** Records whether a requirement was fulfilled this time. */
    public synchronized void check(String requirement, boolean fulfilled, String expected, Object observed) {
        Finding known = byRequirement.get(requirement);
        if (fulfilled) {
            if (known == null || known.outcome() != Outcome.FAIL) {
                byRequirement.put(requirement, new Finding(requirement, Outcome.PASS, "", ""));
            }
        } else if (known == null || known.outcome() != Outcome.FAIL) {
            byRequirement.put(requirement, new Finding(requirement, Outcome.FAIL, expected, text(observed)));
            if (silent.getAsBoolean()) {
                afterSilence.add(requirement);
            }
        }
    }

    /** Withdraws the failures that were recorded after a wait timed out, because the missing message may be late. */
    public synchronized void withdraw(String reason) {
        for (String requirement : afterSilence) {
            Finding failure = byRequirement.get(requirement);
            if (failure != null) {
                byRequirement.put(
                        requirement,
                        new Finding(requirement, Outcome.NOT_TESTED, "", text(reason + ": " + failure.observed())));
            }
        }
        afterSilence.clear();
    }

    /** Records whether a requirement was fulfilled this time; what was seen is only put into words when it was not. */
    public void check(String requirement, boolean fulfilled, String expected, Supplier<String> observed) {
        check(requirement, fulfilled, expected, fulfilled ? "" : observed.get());
    }

    /** Records why a requirement could not be seen; what was seen of it before stands. */
    public synchronized void open(String requirement, Outcome outcome, String reason) {
        byRequirement.putIfAbsent(requirement, new Finding(requirement, outcome, "", reason));
    }

    /** Records that an error of the subject hid a requirement; an earlier observation of the requirement is kept. */
    public synchronized void markHiddenByError(String requirement, String reason) {
        byRequirement.putIfAbsent(requirement, new Finding(requirement, Outcome.NOT_TESTED, "", reason, true));
    }

    public synchronized Collection<Finding> all() {
        return java.util.List.copyOf(byRequirement.values());
    }

    private static String text(Object observed) {
        String text = String.valueOf(observed);
        return text.length() <= 600 ? text : text.substring(0, 600) + "… (" + text.length() + " characters)";
    }
}
