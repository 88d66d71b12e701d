package io.acp4j.agent;

import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.session.ForkSessionRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options for serving the sessions of a {@link SessionRepository}. Immutable.
 *
 * @since 0.1.0
 */
public final class SessionServiceOptions {

    /** The default page size of {@code session/list}. */
    public static final int DEFAULT_PAGE_SIZE = 50;

    private static final SessionServiceOptions DEFAULTS = builder().build();

    private final int pageSize;
    private final boolean replayOnFork;
    private final ForkSupport forks;
    private final ForkPolicy forkPolicy;
    private final TitlePolicy titles;
    private final Takeover takeover;

    private SessionServiceOptions(Builder builder) {
        pageSize = builder.pageSize;
        replayOnFork = builder.replayOnFork;
        forks = Objects.requireNonNull(builder.forks, "forks");
        forkPolicy = Objects.requireNonNull(builder.forkPolicy, "forkPolicy");
        titles = Objects.requireNonNull(builder.titles, "titles");
        takeover = Objects.requireNonNull(builder.takeover, "takeover");
        if (pageSize < 1 || pageSize > SessionRepository.MAX_PAGE) {
            throw new IllegalArgumentException(
                    "pageSize must be from 1 to " + SessionRepository.MAX_PAGE + ", not " + pageSize);
        }
    }

    /** {@return the documented defaults} */
    public static SessionServiceOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a builder that holds the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * {@return the maximum number of sessions on a page of {@code session/list}, a number from 1 to {@value SessionRepository#MAX_PAGE}}
     * Default {@value #DEFAULT_PAGE_SIZE}.
     */
    public int pageSize() {
        return pageSize;
    }

    /**
     * {@return whether the history of a fork is sent to the client right after the response} By default it is not, and a client that needs
     * it loads the fork.
     */
    public boolean replayOnFork() {
        return replayOnFork;
    }

    /** {@return the kinds of forks that the agent advertises} By default these include forks at messages. */
    public ForkSupport forks() {
        return forks;
    }

    /** {@return the policy that accepts or refuses requests for forks} By default it accepts all. */
    public ForkPolicy forkPolicy() {
        return forkPolicy;
    }

    /**
     * {@return the policy that derives the title of a session without one from its first prompt} Default {@link TitlePolicy#FIRST_PROMPT}.
     */
    public TitlePolicy titles() {
        return titles;
    }

    /** {@return the policy for opening a session that another connection has open} Default {@link Takeover#ALWAYS}. */
    public Takeover takeover() {
        return takeover;
    }

    /** Collects the values of {@link SessionServiceOptions}; for use by one thread. */
    public static final class Builder {

        private int pageSize = DEFAULT_PAGE_SIZE;
        private boolean replayOnFork;
        private ForkSupport forks = ForkSupport.AT_MESSAGE;
        private ForkPolicy forkPolicy = ForkPolicy.ANY;
        private TitlePolicy titles = TitlePolicy.FIRST_PROMPT;
        private Takeover takeover = Takeover.ALWAYS;

        private Builder() {}

        private Builder(SessionServiceOptions from) {
            pageSize = from.pageSize;
            replayOnFork = from.replayOnFork;
            forks = from.forks;
            forkPolicy = from.forkPolicy;
            titles = from.titles;
            takeover = from.takeover;
        }

        /**
         * Sets {@link SessionServiceOptions#pageSize()}.
         *
         * @param value the value
         * @return this
         */
        public Builder pageSize(int value) {
            pageSize = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#replayOnFork()}.
         *
         * @param value the value
         * @return this
         */
        public Builder replayOnFork(boolean value) {
            replayOnFork = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#forks()}.
         *
         * @param value the value
         * @return this
         */
        public Builder forks(ForkSupport value) {
            forks = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#forkPolicy()}.
         *
         * @param value the value
         * @return this
         */
        public Builder forkPolicy(ForkPolicy value) {
            forkPolicy = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#titles()}.
         *
         * @param value the value
         * @return this
         */
        public Builder titles(TitlePolicy value) {
            titles = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#takeover()}.
         *
         * @param value the value
         * @return this
         */
        public Builder takeover(Takeover value) {
            takeover = value;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if the page size is out of range
         */
        public SessionServiceOptions build() {
            return new SessionServiceOptions(this);
        }
    }

    /**
     * Kinds of forks that an agent supports for its stored sessions.
     *
     * @since 0.1.0
     */
    @Unstable("session-fork")
    public enum ForkSupport {
        /** No forks: {@code session/fork} is not advertised and not served. */
        NONE,
        /** Forks of whole sessions. A request that names a message is refused. */
        WHOLE,
        /** Forks of whole sessions and at messages. */
        AT_MESSAGE
    }

    /**
     * Decides whether a client may fork a stored session, for example by the working directory of the fork.
     *
     * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
     * @since 0.1.0
     */
    @Unstable("session-fork")
    @FunctionalInterface
    public interface ForkPolicy {

        /** Accepts all forks. */
        ForkPolicy ANY = (request, source, client) -> {};

        /** Accepts only forks that have the working directory of their source. */
        ForkPolicy SAME_CWD = (request, source, client) -> {
            if (!request.cwd().equals(source.cwd())) {
                throw new AcpErrorException(
                        ErrorCode.INVALID_PARAMS,
                        "Invalid params: /params/cwd: a fork must have the working directory of its source",
                        Map.of("reason", "cwd_not_supported", "path", "/params/cwd"));
            }
        };

        /**
         * Checks a request before the fork is created. Called on a handler thread; may block.
         *
         * @param request the request of the client; its paths are absolute
         * @param source the session to fork, as it is stored
         * @param client the client that requests the fork; its {@link Client#principal} owns the source
         * @throws io.acp4j.rpc.AcpErrorException to refuse the fork
         */
        void check(ForkSessionRequest request, StoredSession source, Client client);
    }

    /**
     * Chooses the title of a stored session without a title when it receives its first prompt. The title is stored with the prompt. It is
     * sent to the client as {@code session_info_update} before the prompt handler runs. The agent can replace it with an update.
     *
     * @see SessionServiceOptions#titles()
     * @since 0.1.0
     */
    @FunctionalInterface
    public interface TitlePolicy {

        /** The beginning of the prompt: its first text, or else the name of its first link, as one line of at most 80 characters. */
        TitlePolicy FIRST_PROMPT = prompt -> {
            for (ContentBlock block : prompt) {
                String text = block instanceof TextContent said
                        ? said.text()
                        : block instanceof ResourceLink link ? link.name() : "";
                String line = SessionTree.titleLine(text, 80);
                if (!line.isEmpty()) {
                    return line;
                }
            }
            return null;
        };

        /** Chooses no title. The agent or the client can set one. */
        TitlePolicy NONE = prompt -> null;

        /**
         * Returns the title for a session. Called on a handler thread before the turn begins, once for each opening of a session
         * without a title. The turn waits for the result.
         *
         * @param prompt the first prompt of the session
         * @return the title, which is stored as one line of at most {@value SessionTree#MAX_TITLE_LENGTH} characters; null or blank for
         *     no title
         */
        @Nullable
        String title(List<ContentBlock> prompt);
    }

    /**
     * Decides whether a connection may open a stored session that another connection of the same agent has open.
     *
     * @since 0.1.0
     */
    public enum Takeover {
        /**
         * Opening a session takes it over. First the pending output of the other connection is stored. Then its turn ends with the error
         * {@code taken_over}. A user whose connection was lost without notice can open the session again.
         */
        ALWAYS,

        /**
         * Opening is refused with the error {@code open_elsewhere}, which names the client that has the session open, until that client
         * closes the session or disconnects. A client that was lost without notice keeps the session until the transport detects the loss.
         */
        WHEN_DISCONNECTED
    }
}
