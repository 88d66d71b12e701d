package io.acp4j.tck.internal.probe;

/**
 * Result of one scenario for one requirement.
 *
 * @param requirement the ID of the requirement
 * @param outcome the outcome
 * @param expected the expected behaviour; empty unless the requirement failed
 * @param observed the observed behaviour, or the reason
 * @param error true if the requirement was not tested because of an error of the subject
 */
public record Finding(String requirement, Outcome outcome, String expected, String observed, boolean error) {

    /** Creates a finding that no error of the subject has hidden. */
    public Finding(String requirement, Outcome outcome, String expected, String observed) {
        this(requirement, outcome, expected, observed, false);
    }
}
