package io.acp4j.transport.stdio;

import io.acp4j.rpc.AcpException;
import org.jspecify.annotations.Nullable;

/**
 * Signals that a program could not be started. Names the program and the reason, never the arguments, which may hold secrets.
 *
 * @since 0.1.0
 */
public final class LaunchException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** What was to be started. */
    private final String program;

    LaunchException(String program, String problem, @Nullable Throwable cause) {
        super("could not launch \"" + program + "\": " + problem, cause);
        this.program = program;
    }

    /**
     * Returns which program could not be started.
     *
     * @return the first element of the command
     */
    public String program() {
        return program;
    }
}
