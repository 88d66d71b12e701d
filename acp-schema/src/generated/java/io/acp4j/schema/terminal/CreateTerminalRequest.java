// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.mcp.EnvVariable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client to start a command in a new terminal; the response comes as soon as it runs.
 *
 * @param sessionId the session
 * @param command the program to run
 * @param args its arguments
 * @param env environment variables to set beside the client's own
 * @param cwd the absolute path of its working directory; null for the session's
 * @param outputByteLimit how many bytes of output to keep, the last ones; null for the client's own limit
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#executing-commands">the specification</a>
 * @since 0.1.0
 */
public record CreateTerminalRequest(
        SessionId sessionId,
        String command,
        List<String> args,
        List<EnvVariable> env,
        @Nullable String cwd,
        @Nullable Long outputByteLimit,
        @Nullable Meta meta)
        implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<CreateTerminalRequest> CODEC = ObjectCodec.of("CreateTerminalRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, CreateTerminalRequest::sessionId);
        var command = type.required("command", Codecs.STRING, CreateTerminalRequest::command);
        var args = type.list("args", Codecs.STRING, CreateTerminalRequest::args);
        var env = type.list("env", EnvVariable.CODEC, CreateTerminalRequest::env);
        var cwd = type.optional("cwd", Codecs.STRING, CreateTerminalRequest::cwd);
        var outputByteLimit = type.optional("outputByteLimit", Codecs.UINT64, CreateTerminalRequest::outputByteLimit);
        var meta = type.lenient("_meta", Meta.CODEC, CreateTerminalRequest::meta);
        return in -> new CreateTerminalRequest(
                in.get(sessionId),
                in.get(command),
                in.get(args),
                in.get(env),
                in.find(cwd),
                in.find(outputByteLimit),
                in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public CreateTerminalRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(command, "command");
        args = List.copyOf(args);
        env = List.copyOf(env);
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param command the program to run
     * @return the request
     */
    public static CreateTerminalRequest of(SessionId sessionId, String command) {
        return new CreateTerminalRequest(sessionId, command, List.of(), List.of(), null, null, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param command the program to run
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, String command) {
        return new Builder(sessionId, command);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, command);
        copy.args = args;
        copy.env = env;
        copy.cwd = cwd;
        copy.outputByteLimit = outputByteLimit;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CreateTerminalRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final String command;
        private List<String> args = List.of();
        private List<EnvVariable> env = List.of();
        private @Nullable String cwd;
        private @Nullable Long outputByteLimit;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, String command) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.command = Objects.requireNonNull(command, "command");
        }

        /**
         * Sets its arguments.
         *
         * @param args its arguments
         * @return this
         */
        public Builder args(List<String> args) {
            this.args = Objects.requireNonNull(args, "args");
            return this;
        }

        /**
         * Sets environment variables to set beside the client's own.
         *
         * @param env environment variables to set beside the client's own
         * @return this
         */
        public Builder env(List<EnvVariable> env) {
            this.env = Objects.requireNonNull(env, "env");
            return this;
        }

        /**
         * Sets the absolute path of its working directory.
         *
         * @param cwd the absolute path of its working directory; null for the session's
         * @return this
         */
        public Builder cwd(@Nullable String cwd) {
            this.cwd = cwd;
            return this;
        }

        /**
         * Sets how many bytes of output to keep, the last ones.
         *
         * @param outputByteLimit how many bytes of output to keep, the last ones; null for the client's own limit
         * @return this
         */
        public Builder outputByteLimit(@Nullable Long outputByteLimit) {
            this.outputByteLimit = outputByteLimit;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the request.
         *
         * @return the request
         */
        public CreateTerminalRequest build() {
            return new CreateTerminalRequest(sessionId, command, args, env, cwd, outputByteLimit, meta);
        }
    }
}
