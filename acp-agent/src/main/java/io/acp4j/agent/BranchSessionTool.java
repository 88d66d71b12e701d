package io.acp4j.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.json.RawJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A tool by which a model forks the session that it is working in: at a message, after a number of messages, or where the
 * turn before ended. The fork inherits what one that a client asks for does, and is listed at once; the session itself goes
 * on as it was.
 *
 * <p>Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class BranchSessionTool {

    /** By which name models call the tool. */
    public static final String NAME = "branch_session";

    private static final String BAD_ARGUMENT = "bad_argument";

    private static final RawJson SCHEMA = RawJson.parse("""
            {"type":"object","additionalProperties":false,"properties":{\
            "message_id":{"type":"string","description":"The message that the branch ends with."},\
            "at_message":{"type":"integer","minimum":0,\
            "description":"How many messages of this conversation the branch keeps, from the beginning; 0 keeps none."},\
            "fork_point":{"type":"integer","minimum":0,"description":"Another name for at_message."},\
            "label":{"type":"string","maxLength":1000,"description":"What to call the branch."}}}""");

    private static final List<String> ARGUMENTS = List.of("message_id", "at_message", "fork_point", "label");

    private final SessionRepository repository;
    private final Supplier<SessionId> sessionIds;

    /**
     * Creates the tool. Forks have random IDs.
     *
     * @param repository the sessions of the agent
     */
    public BranchSessionTool(SessionRepository repository) {
        this(repository, () -> new SessionId("sess_" + UUID.randomUUID()));
    }

    /**
     * Creates the tool.
     *
     * @param repository the sessions of the agent
     * @param sessionIds returns an ID that no other session has, also after a restart
     */
    public BranchSessionTool(SessionRepository repository, Supplier<SessionId> sessionIds) {
        this.repository = Objects.requireNonNull(repository, "repository");
        this.sessionIds = Objects.requireNonNull(sessionIds, "sessionIds");
    }

    /**
     * Returns the name by which models call the tool.
     *
     * @return {@value #NAME}
     */
    public String name() {
        return NAME;
    }

    /**
     * Returns what models are to know of the tool.
     *
     * @return a few sentences
     */
    public String description() {
        return "Creates a new session that begins with a copy of this conversation, so that something else can be tried"
                + " there without changing this one. Give message_id or at_message to keep only a part of it; without"
                + " either, the branch keeps everything before the current turn.";
    }

    /**
     * Returns the schema of the arguments.
     *
     * @return a JSON Schema of an object
     */
    public RawJson inputSchema() {
        return SCHEMA;
    }

    /**
     * Forks the session of a turn.
     *
     * @param turn the running turn in which the model calls the tool
     * @param arguments an object, as {@link #inputSchema} describes it
     * @return the fork, stored and not open, and what the model is to read about it
     * @throws AcpErrorException when an argument is malformed or unknown; nothing is made then, and the message says to the
     *     model what to change
     * @throws BranchException when there is no such message, or the session cannot be forked there; nothing is made then
     */
    public Result call(PromptTurn turn, RawJson arguments) {
        JsonNode tree = arguments.toTree();
        if (!tree.isObject()) {
            throw bad("", "expected an object");
        }
        requireKnown(tree);
        Fork fork = repository.fork(ForkSpec.builder(turn.session().id(), sessionIds.get())
                .at(point(tree))
                .label(text(tree, "label"))
                .build());
        return new Result(fork, describe(fork.session()));
    }

    private static void requireKnown(JsonNode arguments) {
        arguments.fieldNames().forEachRemaining(name -> {
            if (!ARGUMENTS.contains(name)) {
                throw bad(
                        "", "there is an argument that the tool does not have; it has " + String.join(", ", ARGUMENTS));
            }
        });
    }

    private static String describe(StoredSession fork) {
        int messages = Objects.requireNonNull(fork.origin()).depth();
        String kept = switch (messages) {
            case 0 -> "none of the messages";
            case 1 -> "the first message";
            default -> "the first " + messages + " messages";
        };
        String name = fork.title() == null ? "" : ", titled \"" + fork.title() + "\"";
        return "Created session " + fork.id() + name + ". It has " + kept
                + " of this conversation; this session goes on unchanged.";
    }

    /**
     * A branch that the tool has made.
     *
     * @param fork the branch for the program: stored and not open
     * @param text the result for the model: the id of the new session, its title and what it begins with
     */
    public record Result(Fork fork, String text) {}

    private static ForkPoint point(JsonNode arguments) {
        String message = text(arguments, "message_id");
        Integer count = count(arguments, "at_message");
        Integer other = count(arguments, "fork_point");
        if (count != null && other != null && !count.equals(other)) {
            throw bad("/fork_point", "at_message and fork_point differ");
        }
        Integer messages = count == null ? other : count;
        if (message != null && messages != null) {
            throw bad("/message_id", "give a message or a number of messages, not both");
        }
        if (message != null) {
            return ForkPoint.at(new MessageId(message));
        }
        return messages == null ? ForkPoint.end() : ForkPoint.first(messages);
    }

    private static @Nullable String text(JsonNode arguments, String name) {
        JsonNode value = arguments.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isTextual()) {
            throw bad("/" + name, "expected a string");
        }
        return value.textValue();
    }

    /** Returns a number of messages; whether there are that many is for the rules of conversations to say. */
    private static @Nullable Integer count(JsonNode arguments, String name) {
        JsonNode value = arguments.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        // Models write 5.0 for 5, and JSON makes no difference.
        double number = value.isNumber() ? value.doubleValue() : Double.NaN;
        if (number != Math.rint(number)) {
            throw bad("/" + name, "expected a whole number");
        }
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw BranchException.invalid(BranchException.OUT_OF_RANGE, "The session does not have as many messages");
        }
        return (int) number;
    }

    private static AcpErrorException bad(String path, String problem) {
        return new AcpErrorException(
                ErrorCode.INVALID_PARAMS,
                "Invalid arguments of " + NAME + ": " + path + ": " + problem,
                Map.of("reason", BAD_ARGUMENT, "path", path));
    }
}
