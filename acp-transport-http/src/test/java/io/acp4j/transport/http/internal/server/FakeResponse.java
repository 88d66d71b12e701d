package io.acp4j.transport.http.internal.server;

/** A response that does nothing of its own accord. */
class FakeResponse implements EventResponse {

    @Override
    public void drain() {}

    @Override
    public void finish(String comment) {}

    @Override
    public void end(String comment) {}

    @Override
    public void cut() {}

    @Override
    public void begin(boolean isKeptAlive) {}

    @Override
    public void keepAlive(long afterNanos) {}

    @Override
    public long stuckNanos(long passed) {
        return 0;
    }
}
