package io.acp4j.client.host;

import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.HostService;
import io.acp4j.client.HostSessions;
import io.acp4j.client.internal.host.Checks;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the user fill in the forms that the agent sends, and checks the answers before they are sent.
 *
 * <p>Answers that do not fit the form are shown to the user again with what is wrong, up to a limit; then the form counts as
 * dismissed. The agent never sees answers that do not fit.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#form-mode">the specification</a>
 * @since 0.1.0
 */
public final class ElicitationForms implements HostService {

    /** How often a form is shown unless stated otherwise. */
    public static final int DEFAULT_MAX_ATTEMPTS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(ElicitationForms.class);

    private final FormFiller filler;
    private final int maxAttempts;

    private ElicitationForms(FormFiller filler, int maxAttempts) {
        this.filler = Objects.requireNonNull(filler, "filler");
        this.maxAttempts = maxAttempts;
    }

    /**
     * Makes a service that shows a form up to {@value #DEFAULT_MAX_ATTEMPTS} times.
     *
     * @param filler shows the form
     * @return the service
     */
    public static ElicitationForms of(FormFiller filler) {
        return new ElicitationForms(filler, DEFAULT_MAX_ATTEMPTS);
    }

    /**
     * Makes a service.
     *
     * @param filler shows the form
     * @param maxAttempts how often a form is shown, positive
     * @return the service
     */
    public static ElicitationForms of(FormFiller filler, int maxAttempts) {
        return new ElicitationForms(filler, Checks.positive(maxAttempts, "maxAttempts"));
    }

    @Override
    public void register(AcpClientBuilder builder, HostSessions sessions) {
        builder.onFormElicitation(request -> fill(request, sessions));
    }

    private CreateElicitationResponse fill(FormElicitationRequest request, HostSessions sessions) throws Exception {
        SessionId session = request.sessionId();
        HostForm form = new HostForm(
                session == null ? null : sessions.find(session),
                request,
                FormChecks.defaults(request.requestedSchema()),
                List.of());
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            CreateElicitationResponse response = filler.fill(form);
            if (!(response instanceof ElicitationAccepted accepted)) {
                return response;
            }
            Map<String, ElicitationContentValue> answers = Objects.requireNonNullElse(accepted.content(), Map.of());
            List<FormError> faults = FormChecks.check(request.requestedSchema(), answers);
            if (faults.isEmpty()) {
                return response;
            }
            form = new HostForm(form.session(), request, answers, faults);
        }
        LOG.warn("the answers to a form did not fit it {} times; it counts as dismissed", maxAttempts);
        return CreateElicitationResponse.cancelled();
    }
}
