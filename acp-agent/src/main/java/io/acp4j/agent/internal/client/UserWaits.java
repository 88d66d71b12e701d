package io.acp4j.agent.internal.client;

/** Told when work begins to wait for the user, and when it does no more. */
public interface UserWaits {

    /** Reports nothing. */
    UserWaits NONE = new UserWaits() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
    };

    /** One more question has been put to the user. */
    void begin();

    /** One of the questions has its response, or is not asked any more. */
    void end();
}
