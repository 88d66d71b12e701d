// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server that the agent runs as a child process and reaches over its standard input and output.
 *
 * <p>Every agent supports it. Written without {@code type}; read without one or with {@code stdio}.
 *
 * @param name its name for people
 * @param command the absolute path of its program
 * @param args the arguments of its program
 * @param env the environment variables to set
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#stdio-transport">the specification</a>
 * @since 0.1.0
 */
public record McpServerStdio(
        String name,
        String command,
        List<String> args,
        List<EnvVariable> env,
        @Nullable Meta meta) implements McpServer {

    /** Reads and writes the object. */
    public static final ObjectCodec<McpServerStdio> CODEC = ObjectCodec.of("McpServerStdio", type -> {
        var name = type.required("name", Codecs.STRING, McpServerStdio::name);
        var command = type.required("command", Codecs.STRING, McpServerStdio::command);
        var args = type.isV2()
                ? type.list("args", Codecs.STRING, McpServerStdio::args)
                : type.requiredList("args", Codecs.STRING, McpServerStdio::args);
        var env = type.isV2()
                ? type.list("env", EnvVariable.CODEC, McpServerStdio::env)
                : type.requiredList("env", EnvVariable.CODEC, McpServerStdio::env);
        var meta = type.lenient("_meta", Meta.CODEC, McpServerStdio::meta);
        return in -> new McpServerStdio(in.get(name), in.get(command), in.get(args), in.get(env), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public McpServerStdio {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(command, "command");
        args = List.copyOf(args);
        env = List.copyOf(env);
    }

    /**
     * Returns a value with what is required.
     *
     * @param name its name for people
     * @param command the absolute path of its program
     * @param args the arguments of its program
     * @param env the environment variables to set
     * @return the value
     */
    public static McpServerStdio of(String name, String command, List<String> args, List<EnvVariable> env) {
        return new McpServerStdio(name, command, args, env, null);
    }

    /**
     * Returns a server without environment variables and extra data.
     *
     * @param name its name for people
     * @param command the absolute path of its program
     * @param args the arguments of its program
     * @return the value
     */
    public static McpServerStdio of(String name, String command, String... args) {
        return new McpServerStdio(name, command, List.of(args), List.of(), null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param name its name for people
     * @param command the absolute path of its program
     * @param args the arguments of its program
     * @param env the environment variables to set
     * @return the builder
     */
    public static Builder builder(String name, String command, List<String> args, List<EnvVariable> env) {
        return new Builder(name, command, args, env);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(name, command, args, env);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link McpServerStdio}; used by one thread. */
    public static final class Builder {

        private final String name;
        private final String command;
        private final List<String> args;
        private final List<EnvVariable> env;
        private @Nullable Meta meta;

        private Builder(String name, String command, List<String> args, List<EnvVariable> env) {
            this.name = Objects.requireNonNull(name, "name");
            this.command = Objects.requireNonNull(command, "command");
            this.args = Objects.requireNonNull(args, "args");
            this.env = Objects.requireNonNull(env, "env");
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
         * Returns the value.
         *
         * @return the value
         */
        public McpServerStdio build() {
            return new McpServerStdio(name, command, args, env, meta);
        }
    }
}
