package io.acp4j.tck.internal.catalogue;

/** How binding a requirement is, in the specification's own terms. */
public enum Level {
    /** The specification demands it; a subject that fails it, or does not let it be seen, is not certified. */
    MUST,
    /** The specification recommends it; counts in strict runs only. */
    SHOULD,
    /** The specification allows it; reported only. */
    MAY,
    /** The specification is silent; reported because peers depend on it. */
    OBSERVED
}
