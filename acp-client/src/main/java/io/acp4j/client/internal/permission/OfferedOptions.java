package io.acp4j.client.internal.permission;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.permission.SelectedPermissionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The options of a permission request, with their names for the user. Options with an ambiguous ID cannot be selected. */
public final class OfferedOptions {

    private static final Logger LOG = LoggerFactory.getLogger(OfferedOptions.class);

    private OfferedOptions() {}

    /**
     * Returns true if several different options have an ID. The agent may attribute a response with this ID to any of them, and so mistake
     * a rejection for an approval.
     */
    public static boolean isAmbiguous(List<PermissionOption> options, PermissionOptionId id) {
        return options.stream()
                        .filter(option -> option.optionId().equals(id))
                        .distinct()
                        .count()
                > 1;
    }

    /** Returns the response to send. An ID that several different options have is replaced by the outcome {@code cancelled}. */
    public static RequestPermissionResponse unambiguous(
            RequestPermissionRequest request, RequestPermissionResponse response) {
        if (response.outcome() instanceof SelectedPermissionOutcome selected
                && isAmbiguous(request.options(), selected.optionId())) {
            LOG.warn(
                    "The agent of session {} offers several permission options with the ID that was selected; the response is"
                            + " \"cancelled\", because the agent could take the ID for another option",
                    LogText.of(request.sessionId().value()));
            return RequestPermissionResponse.cancelled();
        }
        return response;
    }

    /**
     * Returns the names of the options for the user, in their order. Different options have different names: if the agent uses one name for
     * several options, the kind is added, and the ID if the kinds are also equal. A name states that an option cannot be selected.
     */
    public static List<String> names(List<PermissionOption> options) {
        Function<PermissionOption, String> name =
                option -> VisibleText.line(option.name()).strip();
        Function<PermissionOption, String> kind =
                option -> VisibleText.line(option.kind().value()).replace('_', ' ');
        List<Function<PermissionOption, String>> forms = List.of(
                name,
                option -> name.apply(option) + " (" + kind.apply(option) + ")",
                option -> name.apply(option) + " (" + kind.apply(option) + ", ID "
                        + VisibleText.line(option.optionId().value()) + ")");
        List<String> names = new ArrayList<>(options.stream().map(name).toList());
        for (Function<PermissionOption, String> form : forms.subList(1, forms.size())) {
            List<String> shorter = List.copyOf(names);
            for (int i = 0; i < names.size(); i++) {
                if (isShared(options, shorter, i)) {
                    names.set(i, form.apply(options.get(i)));
                }
            }
        }
        for (int i = 0; i < names.size(); i++) {
            if (isAmbiguous(options, options.get(i).optionId())) {
                names.set(i, names.get(i) + " – cannot be selected, because another option has the same ID");
            }
        }
        return List.copyOf(names);
    }

    private static boolean isShared(List<PermissionOption> options, List<String> names, int index) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals(names.get(index)) && !options.get(i).equals(options.get(index))) {
                return true;
            }
        }
        return false;
    }
}
