package io.acp4j.cli.sample;

/** The speed at which answers are sent. */
public enum Pacing {

    /** Short pauses between chunks, so that a person sees the answer grow. */
    PACED(25, 400),

    /** No pauses. */
    IMMEDIATE(0, 0);

    private final long chunkMillis;
    private final long stepMillis;

    Pacing(long chunkMillis, long stepMillis) {
        this.chunkMillis = chunkMillis;
        this.stepMillis = stepMillis;
    }

    long chunkMillis() {
        return chunkMillis;
    }

    long stepMillis() {
        return stepMillis;
    }
}
