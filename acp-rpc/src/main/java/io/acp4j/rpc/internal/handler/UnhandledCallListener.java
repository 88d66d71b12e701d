package io.acp4j.rpc.internal.handler;

/** Listener for calls of methods that have neither a handler nor a fallback. Called by the reading thread, so it must not block. */
public interface UnhandledCallListener {

    /** Listener that ignores all calls. */
    UnhandledCallListener NONE = new UnhandledCallListener() {
        @Override
        public void onRequest(String method) {}

        @Override
        public void onNotification(String method) {}
    };

    /** Called before a request is refused with the error for unknown methods. */
    void onRequest(String method);

    /** Called before a notification is ignored. */
    void onNotification(String method);
}
