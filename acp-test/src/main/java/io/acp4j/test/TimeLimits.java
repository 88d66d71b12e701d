package io.acp4j.test;

import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.schema.method.Methods;
import java.time.Duration;
import java.util.List;

/** Connections on which no caller waits for ever, for a person or a model neither. */
final class TimeLimits {

    private TimeLimits() {}

    static ConnectionOptions of(Duration limit) {
        ConnectionOptions.Builder options = ConnectionOptions.builder().requestTimeout(limit);
        List.of(
                        Methods.SESSION_PROMPT,
                        Methods.AUTHENTICATE,
                        Methods.SESSION_REQUEST_PERMISSION,
                        Methods.ELICITATION_CREATE,
                        Methods.TERMINAL_WAIT_FOR_EXIT)
                .forEach(method -> options.requestTimeout(method.name(), limit));
        return options.build();
    }
}
