package io.acp4j.tck.internal.run;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What a run is about.
 *
 * @param sources whose requirements are tested; the protocol's are among them always
 * @param partial why the run says nothing about the whole: what was left out, or that it was ended early; empty when it does
 */
public record Scope(Set<Source> sources, String partial) {

    private static final String INTERRUPTED = "the run was interrupted";

    /** Copies the set. */
    public Scope {
        sources = Set.copyOf(sources);
    }

    /** Returns what settings ask for. */
    public static Scope of(Settings settings) {
        Set<Source> sources = EnumSet.of(Source.ACP);
        settings.profiles().forEach(name -> sources.add(Source.valueOf(name.toUpperCase(Locale.ROOT))));
        return new Scope(sources, settings.isPartial() ? "requirements were left out (--only, --skip)" : "");
    }

    /** Returns the scope of a run that was ended before its end. */
    public Scope interrupted() {
        return new Scope(sources, INTERRUPTED);
    }

    /** Returns the scope of a run that could not judge everything, and says why. */
    Scope cut(String reason) {
        String words = "not everything could be judged: " + reason;
        return new Scope(sources, partial.isEmpty() ? words : partial + "; " + words);
    }

    /** Returns whether the run was ended before its end. */
    public boolean isInterrupted() {
        return partial.equals(INTERRUPTED);
    }

    /** Returns whether a requirement's source is tested. */
    public boolean includes(Requirement requirement) {
        return sources.contains(requirement.source());
    }
}
