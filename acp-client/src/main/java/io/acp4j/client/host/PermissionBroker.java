package io.acp4j.client.host;

import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.HostService;
import io.acp4j.client.HostSessions;
import io.acp4j.client.internal.host.Checks;
import io.acp4j.client.internal.host.HostPermissions;
import io.acp4j.client.internal.host.PermissionSettings;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers an agent's questions for permission: by rules first, then by what the user has chosen to be remembered, then by
 * asking the user.
 *
 * <p>When the user takes an option that is meant to last ({@code allow_always}, {@code reject_always}), the choice is
 * remembered for the same subject in the same session on this connection. It ends with the session; a fork of the session
 * starts without any. The subject of a question is the kinds of the tool together with the title, unless
 * {@link Builder#subject} says otherwise; in version 2 what the question itself is called and described with belongs to it, too,
 * as that is what the user has read. Without a title it is the very tool call, with all that is said of it: a choice
 * about an edit that has no title covers no other edit. A question that has neither kind nor title is never answered from
 * memory.
 *
 * <p>Kinds and titles are the agent's word. Rules and memory spare the user questions of an agent that they trust; they are no
 * wall around one that they do not trust. What such an agent may do is decided by what the client itself does for it
 * ({@link FileSystemService}, {@link TerminalService} and their guards) and by what its process may do.
 *
 * <p>Rules and remembered choices respond with options that apply once. If the agent offers no option that allows once, a rule cannot allow
 * the request and the user decides. A remembered choice then applies only if the agent offers exactly the option that the user selected.
 * Without a user the request is rejected, or cancelled if the agent offers no option to reject.
 *
 * <p>If several different options of a request have the same ID, none of them is selected, because the agent could mistake a rejection for
 * an approval. The response is <em>cancelled</em> unless another option applies.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public final class PermissionBroker implements HostService {

    /** How many choices are remembered for a session unless stated otherwise; the oldest one is forgotten beyond. */
    public static final int DEFAULT_MAX_REMEMBERED = 1000;

    private final PermissionSettings settings;

    private PermissionBroker(PermissionSettings settings) {
        this.settings = settings;
    }

    /**
     * Makes a broker that leaves every question to the user.
     *
     * @param prompt asks the user
     * @return the broker
     */
    public static PermissionBroker asking(PermissionQuestion.Prompt prompt) {
        return builder().prompt(prompt).build();
    }

    /**
     * Starts the description of a broker.
     *
     * @return a builder of one without rules and without a user: it rejects everything
     */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void register(AcpClientBuilder builder, HostSessions sessions) {
        HostPermissions permissions = new HostPermissions(settings, sessions);
        sessions.onEnd(permissions::forget);
        sessions.onUpdate(permissions::follow);
        builder.onPermission((request, context) -> permissions.decide(request));
    }

    /**
     * What makes two questions the same: what the user has read.
     *
     * @param kinds all kinds that were said of the tool call
     * @param about the title of the tool call; all that is said of it where it has none
     * @param title that of the question, in version 2
     * @param description that of the question, in version 2
     */
    private record Subject(
            Set<ToolKind> kinds,
            Object about,
            @Nullable String title,
            @Nullable String description) {}

    private static @Nullable Object kindsAndTitle(PermissionQuestion question) {
        RequestPermissionRequest request = question.request();
        ToolCallUpdate call = request.toolCall();
        if (call == null) {
            return null; // Nothing says when two such questions are the same.
        }
        String title = call.title().value();
        Object about = title != null && !title.isBlank() ? title : call;
        return about.equals(title) || question.kind() != null
                ? new Subject(Set.copyOf(question.kinds()), about, request.title(), request.description())
                : null;
    }

    /** Describes a broker. Not safe for use by several threads at once. */
    public static final class Builder {

        private final List<PermissionRule> rules = new ArrayList<>();
        private PermissionQuestion.@Nullable Prompt prompt;
        private Function<PermissionQuestion, @Nullable Object> subject = PermissionBroker::kindsAndTitle;
        private int maxRemembered = DEFAULT_MAX_REMEMBERED;

        private Builder() {}

        /**
         * Adds a rule; the first one that decides counts.
         *
         * @param rule decides, or leaves it to others
         * @return this
         */
        public Builder rule(PermissionRule rule) {
            rules.add(Objects.requireNonNull(rule, "rule"));
            return this;
        }

        /**
         * Sets who asks the user; nobody unless set.
         *
         * @param user asks
         * @return this
         */
        public Builder prompt(PermissionQuestion.Prompt user) {
            prompt = Objects.requireNonNull(user, "user");
            return this;
        }

        /**
         * Sets what makes two questions the same, so that a remembered choice answers both.
         *
         * @param sameness gives a value with {@code equals} and {@code hashCode}; null when the question is like no other
         * @return this
         */
        public Builder subject(Function<PermissionQuestion, @Nullable Object> sameness) {
            subject = Objects.requireNonNull(sameness, "sameness");
            return this;
        }

        /**
         * Limits how many choices are remembered for a session.
         *
         * @param choices the limit, positive
         * @return this
         */
        public Builder maxRemembered(int choices) {
            maxRemembered = Checks.positive(choices, "maxRemembered");
            return this;
        }

        /**
         * Makes the broker.
         *
         * @return the broker, which may serve any number of connections
         */
        public PermissionBroker build() {
            return new PermissionBroker(new PermissionSettings(List.copyOf(rules), prompt, subject, maxRemembered));
        }
    }
}
