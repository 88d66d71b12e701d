package io.acp4j.tck.mutation;

/**
 * What the kit says of a peer whose traffic is altered.
 *
 * @param verdict what became of it
 * @param requirement the requirement that decided; empty when there was none
 */
record Judgement(Verdict verdict, String requirement) {

    enum Verdict {
        /** A requirement is not fulfilled. */
        NOTICED,
        /** None is seen to fail, but one that must be fulfilled can no longer be seen: the peer is not certified. */
        WITHHELD,
        /** Everything is as it was before. */
        UNNOTICED
    }
}
