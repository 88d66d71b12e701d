package io.acp4j.cli.sample;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.cli.usage.UsageErrors;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * An agent without a model, for demonstrations and tests: it needs no key and no network, keeps its sessions, and shows each kind of
 * message on request. It serves any number of connections in versions 1 and 2 of the protocol.
 *
 * <p>Safe for use by any number of threads.
 */
public final class SampleAgent implements AutoCloseable {

    /** The name that the agent reports to clients. */
    public static final String NAME = "acp4j-sample-agent";

    /** The environment variable with the directory of the user's state, which the process of the agent needs. */
    public static final String STATE_VARIABLE = "XDG_STATE_HOME";

    /** A line for users of a client that shows no list of commands. */
    public static final String HINT =
            "Type a question, or a command such as /tour, /permission or /diff; /commands lists all.";

    private static final int CONTEXT_TOKENS = 200_000;
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final SessionRepository repository;
    private final Pacing pacing;
    private final @Nullable Runnable crash;

    private SampleAgent(SessionStore store, Pacing pacing, @Nullable Runnable crash) {
        this.repository = SessionRepository.over(store);
        this.pacing = pacing;
        this.crash = crash;
    }

    /**
     * Serves clients as the arguments request; {@code --help} describes them.
     *
     * @param args the arguments of {@link SampleAgentCommand}
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new SampleAgentCommand())
                .setParameterExceptionHandler(UsageErrors::print)
                .execute(args));
    }

    /**
     * Returns the command that starts the agent in a child process, with the Java runtime and the class path of this process.
     *
     * @param options options of {@link SampleAgentCommand}
     * @return the program and its arguments
     */
    public static List<String> command(String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // Java 24 and later warn when SQLite and Netty load their native libraries.
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SampleAgent.class.getName()));
        command.addAll(List.of(options));
        return command;
    }

    /**
     * Returns a builder of an agent that keeps its sessions in memory.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Serves one client.
     *
     * @param transport the transport to the client
     * @return the connection, open until either side closes it
     */
    public AgentConnection serve(Transport transport) {
        AcpAgentBuilder agent = AcpAgent.builder()
                .info(Implementation.builder(NAME, "0.1.0")
                        .title("acp4j sample agent")
                        .build())
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .capabilities(capabilities -> capabilities.promptCapabilities(PromptCapabilities.builder()
                        .image(true)
                        .audio(true)
                        .embeddedContext(true)
                        .build()))
                .sessions(repository)
                .echoUserMessages(true)
                .commands(ScenarioCatalog.ENTRIES.stream()
                        .map(ScenarioCatalog.Entry::advertised)
                        .toArray(AvailableCommand[]::new))
                .onPrompt(turn -> answer(turn, Objects.requireNonNullElse(crash, transport::close)));
        SampleSettings.declare(agent);
        return agent.build().serve(transport);
    }

    private void answer(PromptTurn turn, Runnable crash) throws Exception {
        try {
            ScenarioCatalog.answer(new ScenarioTurn(turn, pacing, crash));
            turn.usage(tokens(turn), CONTEXT_TOKENS);
        } catch (IllegalArgumentException e) {
            throw AcpErrorException.invalidParams("bad_argument", String.valueOf(e.getMessage()));
        }
    }

    /** Estimates the tokens of the history from its characters. */
    private static long tokens(PromptTurn turn) {
        return turn.history().stream().mapToLong(entry -> entry.text().length()).sum() / CHARACTERS_PER_TOKEN;
    }

    /** Ends access to the sessions. They stay stored if the agent keeps them in files. */
    @Override
    public void close() {
        repository.close();
    }

    /** Collects the settings of an agent; used by one thread. */
    public static final class Builder {

        private @Nullable Path directory;
        private Pacing pacing = Pacing.PACED;
        private @Nullable Runnable crash;

        private Builder() {}

        /**
         * Sets the directory that keeps the sessions. It is created if it does not exist.
         *
         * @param value the directory
         * @return this
         */
        public Builder directory(Path value) {
            directory = Objects.requireNonNull(value, "directory");
            return this;
        }

        /**
         * Sets the speed of answers. The default is {@link Pacing#PACED}.
         *
         * @param value the speed
         * @return this
         */
        public Builder pacing(Pacing value) {
            pacing = Objects.requireNonNull(value, "pacing");
            return this;
        }

        /**
         * Sets the action of the command {@code /crash}. By default it closes the transport of the client.
         *
         * @param value the action
         * @return this
         */
        public Builder onCrash(Runnable value) {
            crash = Objects.requireNonNull(value, "crash");
            return this;
        }

        /**
         * Opens the store and returns the agent.
         *
         * @return the agent, to be closed
         * @throws io.acp4j.agent.store.SessionStoreException if the store cannot be opened
         */
        public SampleAgent build() {
            SessionStore store = directory == null ? SessionStore.inMemory() : SessionStores.open(directory);
            return new SampleAgent(store, pacing, crash);
        }
    }
}
