package io.acp4j.cli.sample;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The default directory of the sample agent's sessions. */
final class StateDirectory {

    private StateDirectory() {}

    /**
     * Returns the directory {@code acp/sample-agent} below the directory of the user's state.
     *
     * @param environment the environment variables; {@code XDG_STATE_HOME} is used if it is an absolute path
     * @param home the home directory of the user
     */
    static Path of(Map<String, String> environment, Path home) {
        @Nullable String state = environment.get(SampleAgent.STATE_VARIABLE);
        // The specification of the variable requires that relative paths are ignored.
        Path base = state != null && Path.of(state).isAbsolute()
                ? Path.of(state)
                : home.resolve(".local").resolve("state");
        return base.resolve("acp").resolve("sample-agent");
    }
}
