package io.acp4j.client.host;

import io.acp4j.client.ClientSession;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A form for the user to fill in.
 *
 * @param session the session that it is about; null when it is about none that is open
 * @param request what the agent asks
 * @param answers what to show in the fields: the defaults of the form at first, the refused answers afterwards
 * @param faults what was wrong with the answers; empty at first
 * @since 0.1.0
 */
public record HostForm(
        @Nullable ClientSession session,
        FormElicitationRequest request,
        Map<String, ElicitationContentValue> answers,
        List<FormError> faults) {

    /** Keeps copies. */
    public HostForm {
        answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
        faults = List.copyOf(faults);
    }

    /** Leaves out the answers. */
    @Override
    public String toString() {
        return "HostForm[" + request.requestedSchema().properties().keySet() + ", faults=" + faults + "]";
    }
}
