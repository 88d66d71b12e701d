package io.acp4j.tck.internal.run;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Proposal;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.catalogue.Source;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The requirements by which a run judges a subject: those of the protocol, of the selected profiles, of the proposals that the subject
 * advertises, and those that {@code --only} names.
 *
 * @param sources the sources whose requirements are all tested: the protocol and the selected profiles
 * @param proposals the proposals that the subject advertises, each with the reason
 * @param only the selection that names further requirements; empty for none
 * @param partial the reason why the run covers only a part; empty if it covers everything
 */
public record Scope(Set<Source> sources, Map<Proposal, String> proposals, Set<String> only, String partial) {

    private static final String INTERRUPTED = "the run was interrupted";

    /** Copies the collections. */
    public Scope {
        sources = Set.copyOf(sources);
        proposals = Map.copyOf(proposals);
        only = Set.copyOf(only);
    }

    /** Returns what settings ask for. */
    public static Scope of(Settings settings) {
        Set<Source> sources = EnumSet.of(Source.ACP);
        settings.profiles().forEach(name -> sources.add(Source.valueOf(name.toUpperCase(Locale.ROOT))));
        String partial = settings.isPartial() ? "requirements were left out (--only, --skip, --scenario)" : "";
        return new Scope(sources, Map.of(), settings.only(), partial);
    }

    /** Returns the scope with the proposals that a subject advertises. */
    public Scope with(Profile profile) {
        return new Scope(sources, Proposal.judged(profile), only, partial);
    }

    /** Returns the scope of a run that was ended before its end. */
    public Scope interrupted() {
        return new Scope(sources, proposals, only, INTERRUPTED);
    }

    /** Returns the scope of a run that could not judge everything, and says why. */
    Scope cut(String reason) {
        String words = "not everything could be judged: " + reason;
        return new Scope(sources, proposals, only, partial.isEmpty() ? words : partial + "; " + words);
    }

    /** Returns whether the run was ended before its end. */
    public boolean isInterrupted() {
        return partial.equals(INTERRUPTED);
    }

    /** Returns whether a requirement counts in the verdict of the run. */
    public boolean includes(Requirement requirement) {
        return sources.contains(requirement.source())
                || Proposal.of(requirement).filter(proposals::containsKey).isPresent()
                || only.stream().anyMatch(name -> Settings.names(name, requirement.id()));
    }

    /** Returns the reason why the verdict includes a proposal; empty if the verdict does not include it. */
    public String reason(Proposal proposal) {
        return proposals.getOrDefault(proposal, sources.contains(Source.RFD) ? "the profile rfd is selected" : "");
    }
}
