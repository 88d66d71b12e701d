package io.acp4j.client.host;

import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.HostService;
import io.acp4j.client.HostSessions;
import io.acp4j.client.internal.host.Checks;
import io.acp4j.client.internal.host.HostTerminals;
import io.acp4j.client.internal.host.Interruptible;
import io.acp4j.client.internal.host.Roots;
import io.acp4j.client.internal.host.TerminalSettings;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.schema.method.Methods;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Runs commands for the agent, as child processes of this program.
 *
 * <p>A command runs without a shell, unless {@link Builder#shell} says otherwise, in one of the session's directories, with
 * empty input. Its output and error output are one stream, of which the end is kept. It gets a small part of this program's
 * environment, as {@link io.acp4j.process.InheritedEnvironment} describes it, and what the agent adds.
 *
 * <p>Releasing a terminal, ending its session or the connection, and the end of this JVM end the command and everything
 * that it has started: with a request to terminate first and by force after {@link Builder#killGrace}. On Linux that
 * includes processes that have left the command's tree, session and environment; elsewhere those that were in it when they were
 * last looked for. {@link io.acp4j.process.ProcessTree} says what cannot be found.
 *
 * <p>The error response to a refused command has the member {@code reason} in its {@code data}. The reasons are:
 *
 * <ul>
 *   <li>{@code refused}: the guard has not allowed the command;
 *   <li>{@code too_many_terminals}: the session has its maximum number of terminals;
 *   <li>{@code bad_directory}: the directory does not exist, or lies outside those of the session;
 *   <li>{@code not_encodable}: a word or variable cannot be encoded in the client's locale. The guard is not called;
 *   <li>{@code not_started}: the program could not be started.
 * </ul>
 *
 * <p>To show the output, register a {@link TerminalObserver} with {@link Builder#observer}.
 *
 * <p>A signal is reported only if this service has ended the command, since Java cannot distinguish it from an exit code.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals">the specification</a>
 * @since 0.1.0
 */
public final class TerminalService implements HostService {

    /** How much output is kept unless the agent or the builder states otherwise: 1 MiB. */
    public static final int DEFAULT_OUTPUT_BYTES = 1024 * 1024;

    /** How much output an agent may have kept unless stated otherwise: 16 MiB. */
    public static final int DEFAULT_MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

    /** How many terminals a session may have unless stated otherwise. */
    public static final int DEFAULT_MAX_TERMINALS = 32;

    /** How long a command may take to end when asked to, unless stated otherwise: 1 second. */
    public static final Duration DEFAULT_KILL_GRACE = Duration.ofSeconds(1);

    private final TerminalSettings settings;

    private TerminalService(TerminalSettings settings) {
        this.settings = settings;
    }

    /**
     * Makes a service with default settings.
     *
     * @param guard is asked before each command
     * @return the service
     */
    public static TerminalService of(CommandGuard guard) {
        return builder(guard).build();
    }

    /**
     * Starts the description of a service.
     *
     * @param guard is asked before each command
     * @return a builder with default settings
     */
    public static Builder builder(CommandGuard guard) {
        return new Builder(guard);
    }

    @Override
    public void register(AcpClientBuilder builder, HostSessions sessions) {
        HostTerminals terminals = new HostTerminals(settings, new Roots(sessions));
        sessions.onEnd(terminals::endSession);
        sessions.onClosed(terminals::close);
        builder.onRequest(Methods.TERMINAL_CREATE, Interruptible.handler(terminals::create))
                .onRequest(Methods.TERMINAL_OUTPUT, terminals::output)
                .onRequestAsync(Methods.TERMINAL_WAIT_FOR_EXIT, terminals::waitForExit)
                .onRequest(Methods.TERMINAL_KILL, Interruptible.handler(terminals::kill))
                .onRequest(Methods.TERMINAL_RELEASE, Interruptible.handler(terminals::release));
    }

    /** Describes a service. Not safe for use by several threads at once. */
    public static final class Builder {

        private final CommandGuard guard;
        private boolean shell;
        private List<String> inherited = List.of();
        private int outputBytes = DEFAULT_OUTPUT_BYTES;
        private int maxOutputBytes = DEFAULT_MAX_OUTPUT_BYTES;
        private int maxTerminals = DEFAULT_MAX_TERMINALS;
        private Duration killGrace = DEFAULT_KILL_GRACE;
        private TerminalObserver observer = new TerminalObserver() {};

        private Builder(CommandGuard guard) {
            this.guard = Objects.requireNonNull(guard, "guard");
        }

        /**
         * Has a shell interpret commands that come without arguments, as some agents send whole command lines: {@code sh -c}
         * on POSIX systems, {@code cmd.exe /c} on Windows. Unless called, such a command is taken as the name of a program.
         *
         * @return this
         */
        public Builder shell() {
            shell = true;
            return this;
        }

        /**
         * Passes on further variables of this program's environment.
         *
         * @param names their names; one that is not set here is not set there
         * @return this
         */
        public Builder inheritEnvironment(String... names) {
            inherited = List.of(names);
            return this;
        }

        /**
         * Sets how much output is kept when the agent does not say.
         *
         * @param bytes the limit in bytes, positive
         * @return this
         */
        public Builder outputBytes(int bytes) {
            outputBytes = Checks.positive(bytes, "outputBytes");
            return this;
        }

        /**
         * Limits how much output is kept, whatever the agent asks for; what is more is cut off as if the agent had wanted it.
         *
         * @param bytes the limit in bytes, positive
         * @return this
         */
        public Builder maxOutputBytes(int bytes) {
            maxOutputBytes = Checks.positive(bytes, "maxOutputBytes");
            return this;
        }

        /**
         * Limits how many terminals a session may have before it releases some.
         *
         * @param terminals the limit, positive
         * @return this
         */
        public Builder maxTerminals(int terminals) {
            maxTerminals = Checks.positive(terminals, "maxTerminals");
            return this;
        }

        /**
         * Sets how long a command may take to end when asked to.
         *
         * @param grace the time after which it is ended by force; not negative
         * @return this
         */
        public Builder killGrace(Duration grace) {
            if (grace.isNegative()) {
                throw new IllegalArgumentException("killGrace " + DurationText.of(grace) + " is negative");
            }
            killGrace = grace;
            return this;
        }

        /**
         * Sets the observer of the terminals. A client that offers terminals must show their output while the command runs.
         *
         * @param terminals is notified of each terminal of each connection
         * @return this
         * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals#embedding-in-tool-calls">the specification</a>
         */
        public Builder observer(TerminalObserver terminals) {
            observer = Objects.requireNonNull(terminals, "terminals");
            return this;
        }

        /**
         * Makes the service.
         *
         * @return the service, which may serve any number of connections
         */
        public TerminalService build() {
            return new TerminalService(new TerminalSettings(
                    guard,
                    shell,
                    inherited,
                    Math.min(outputBytes, maxOutputBytes),
                    maxOutputBytes,
                    maxTerminals,
                    killGrace,
                    observer));
        }
    }
}
