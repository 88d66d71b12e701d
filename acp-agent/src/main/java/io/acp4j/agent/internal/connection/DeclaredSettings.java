package io.acp4j.agent.internal.connection;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.internal.protocol.ConfigOptions;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.OpeningMethod;
import io.acp4j.agent.internal.session.DefaultSessionContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.update.AvailableCommand;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The modes, options and commands of every session of an agent, as its builder declares them. What an opener says about modes
 * and options comes first, then what the session has already on this connection, then what is declared; what is stored of a
 * session decides the values afterwards.
 *
 * @param modes the modes and the one that sessions begin in; null when none are declared
 * @param options the options with the values that sessions begin with; null when none are declared
 * @param commands the commands; empty when none are declared
 */
public record DeclaredSettings(
        @Nullable SessionModeState modes,
        @Nullable List<SessionConfigOption> options,
        List<AvailableCommand> commands) {

    public static final DeclaredSettings NONE = new DeclaredSettings(null, null, List.of());

    public DeclaredSettings {
        options = options == null ? null : List.copyOf(options);
        commands = List.copyOf(commands);
    }

    /** Returns the same with modes, of which none may have the id of another. */
    public DeclaredSettings withModes(SessionMode first, List<SessionMode> all) {
        requireDistinct("mode", all.stream().map(mode -> mode.id().value()));
        return new DeclaredSettings(SessionModeState.of(first.id(), all), options, commands);
    }

    /** Returns the same with options, each of which must offer the value that it has. */
    public DeclaredSettings withOptions(List<SessionConfigOption> declared) {
        requireDistinct(
                "configuration option",
                declared.stream().map(option -> option.id().value()));
        declared.forEach(ConfigOptions::requireConsistent);
        return new DeclaredSettings(modes, declared, commands);
    }

    /** Returns the same with commands, whose names are words without the slash. */
    public DeclaredSettings withCommands(List<AvailableCommand> declared) {
        requireDistinct("command", declared.stream().map(AvailableCommand::name));
        for (AvailableCommand command : declared) {
            if (command.name().isBlank() || command.name().startsWith("/")) {
                throw new IllegalArgumentException("a command's name is a word without the slash: " + command.name());
            }
        }
        return new DeclaredSettings(modes, options, declared);
    }

    private static void requireDistinct(String what, Stream<String> ids) {
        Set<String> known = new HashSet<>();
        ids.forEach(id -> {
            if (!known.add(id)) {
                throw new IllegalArgumentException("there are two of the " + what + " " + id);
            }
        });
    }

    /** Puts what is declared in front of what the author's openers return. */
    public void addTo(AgentHandlers handlers) {
        handlers.newSession = opener(() -> OpeningMethod.NEW, handlers.newSession);
        handlers.loadSession = completing(() -> OpeningMethod.LOAD, handlers.loadSession);
        handlers.resumeSession = completing(() -> OpeningMethod.RESUME, handlers.resumeSession);
        handlers.forkSession = completing(() -> OpeningMethod.FORK, handlers.forkSession);
    }

    /** Returns an opener that adds what is declared to what the author's returns; null when there is none. */
    private <P, R> @Nullable RequestHandler<P, R, SessionContext> completing(
            Supplier<OpeningMethod<P, R>> method, @Nullable RequestHandler<P, R, SessionContext> author) {
        return author == null ? null : opener(method, author);
    }

    /**
     * Returns an opener that adds what is declared.
     *
     * @param method gives the method; asked when a session is opened, since a program that starts opens none
     * @param author what the author opens such sessions with
     */
    public <P, R> RequestHandler<P, R, SessionContext> opener(
            Supplier<OpeningMethod<P, R>> method, RequestHandler<P, R, SessionContext> author) {
        return (request, setup) -> {
            OpeningMethod<P, R> opening = method.get();
            R response = Results.notNull(
                    author.handle(request, setup), opening.wire().name());
            OpenedState said = opening.state().apply(response);
            return opening.completed()
                    .apply(
                            response,
                            new OpenedState(modes(said.modes(), setup), options(said.options(), setup), said.meta()));
        };
    }

    private @Nullable SessionModeState modes(@Nullable SessionModeState said, SessionContext setup) {
        AgentSession known = known(setup);
        if (said != null || known == null || known.modes() == null) {
            return said == null ? modes : said;
        }
        return known.modes();
    }

    private @Nullable List<SessionConfigOption> options(
            @Nullable List<SessionConfigOption> said, SessionContext setup) {
        AgentSession known = known(setup);
        if (said != null || known == null || known.configOptions() == null) {
            return said == null ? options : said;
        }
        return known.configOptions();
    }

    /** Returns the session whose present values go on: the one that is opened again, or forked, where nothing is stored. */
    private static @Nullable AgentSession known(SessionContext setup) {
        DefaultSessionContext opening = (DefaultSessionContext) setup;
        return opening.recorder() == null ? opening.known() : null;
    }
}
