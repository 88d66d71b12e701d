package io.acp4j.client.host;

import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.HostService;
import io.acp4j.client.HostSessions;
import io.acp4j.client.internal.host.Checks;
import io.acp4j.client.internal.host.FormChecks;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service that shows forms of the agent to the user, and validates the answers before they are sent.
 *
 * <p>Invalid answers are shown to the user again with their errors. After the maximum number of attempts, the form counts as dismissed.
 * Invalid answers are never sent to the agent.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public final class ElicitationForms implements HostService {

    /** The default maximum number of times that a form is shown. */
    public static final int DEFAULT_MAX_ATTEMPTS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(ElicitationForms.class);

    private final Filler filler;
    private final int maxAttempts;

    private ElicitationForms(Filler filler, int maxAttempts) {
        this.filler = Objects.requireNonNull(filler, "filler");
        this.maxAttempts = maxAttempts;
    }

    /**
     * Creates a service that shows a form up to {@value #DEFAULT_MAX_ATTEMPTS} times.
     *
     * @param filler shows the form
     * @return the service
     */
    public static ElicitationForms of(Filler filler) {
        return new ElicitationForms(filler, DEFAULT_MAX_ATTEMPTS);
    }

    /**
     * Creates a service.
     *
     * @param filler shows the form
     * @param maxAttempts the maximum number of times that a form is shown; positive
     * @return the service
     */
    public static ElicitationForms of(Filler filler, int maxAttempts) {
        return new ElicitationForms(filler, Checks.positive(maxAttempts, "maxAttempts"));
    }

    /**
     * Checks answers against a form, as this service does before it sends them. A field of an unknown kind accepts any answer. All patterns
     * together may be evaluated for about one second. Patterns that exceed this time accept no answer.
     *
     * @param form the form
     * @param answers the answers by field
     * @return the errors in the order of the form; empty if the answers are valid
     */
    public static List<FormError> check(ElicitationSchema form, Map<String, ElicitationContentValue> answers) {
        return FormChecks.check(form, answers).entrySet().stream()
                .map(fault -> new FormError(fault.getKey(), fault.getValue()))
                .toList();
    }

    /**
     * Returns the default answers of a form.
     *
     * @param form the form
     * @return the valid defaults by field, in the order of the form
     */
    public static Map<String, ElicitationContentValue> defaults(ElicitationSchema form) {
        return FormChecks.defaults(form);
    }

    @Override
    public void register(AcpClientBuilder builder, HostSessions sessions) {
        builder.onFormElicitation((request, context) -> fill(request, sessions));
    }

    private CreateElicitationResponse fill(FormElicitationRequest request, HostSessions sessions) throws Exception {
        SessionId session = request.sessionId();
        Form form = new Form(
                session == null ? null : sessions.find(session),
                request,
                defaults(request.requestedSchema()),
                List.of());
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            CreateElicitationResponse response = filler.fill(form);
            if (!(response instanceof ElicitationAccepted accepted)) {
                return response;
            }
            Map<String, ElicitationContentValue> answers = Objects.requireNonNullElse(accepted.content(), Map.of());
            List<FormError> faults = check(request.requestedSchema(), answers);
            if (faults.isEmpty()) {
                return response;
            }
            form = new Form(form.session(), request, answers, faults);
        }
        LOG.warn("the form was submitted {} times with invalid values; it counts as dismissed", maxAttempts);
        return CreateElicitationResponse.cancelled();
    }

    /**
     * An error in the answers to a form.
     *
     * @param field the name of the field
     * @param problem a description for display, without the answer
     */
    public record FormError(String field, String problem) {}

    /**
     * Shows forms to the user, who must be able to identify the agent, review the answers, decline, and dismiss the form.
     *
     * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#user-interaction-requirements">the specification</a>
     */
    @FunctionalInterface
    public interface Filler {

        /**
         * Shows one form and waits for the user. Called on a handler thread, which is interrupted when the agent cancels the request.
         *
         * @param form the form, with the errors in the previous answers
         * @return the answers of the user, or the outcome declined or cancelled
         * @throws Exception to respond with an error
         */
        CreateElicitationResponse fill(Form form) throws Exception;
    }

    /**
     * A form for the user.
     *
     * @param session the session of the request; null if it has none, or the session is not open
     * @param request the request of the agent
     * @param answers the values of the fields: first the defaults of the form, then the invalid answers
     * @param faults the errors in the answers; empty at first
     */
    public record Form(
            @Nullable ClientSession session,
            FormElicitationRequest request,
            Map<String, ElicitationContentValue> answers,
            List<FormError> faults) {

        /** Copies the collections. */
        public Form {
            answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
            faults = List.copyOf(faults);
        }

        /** Describes the form without the answers. */
        @Override
        public String toString() {
            return "Form[" + request.requestedSchema().properties().keySet() + ", faults=" + faults + "]";
        }
    }
}
