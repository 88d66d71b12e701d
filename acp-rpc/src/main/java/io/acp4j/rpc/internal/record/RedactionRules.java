package io.acp4j.rpc.internal.record;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which values are left out by name or by path. */
final class RedactionRules {

    private static final String ANY = "*";

    private final Set<String> names = new HashSet<>();
    private final List<List<String>> paths = new ArrayList<>();

    RedactionRules(List<String> rules) {
        for (String rule : rules) {
            if (rule.startsWith("/")) {
                paths.add(steps(rule));
            } else {
                names.add(rule.toLowerCase(Locale.ROOT));
            }
        }
    }

    boolean isEmpty() {
        return names.isEmpty() && paths.isEmpty();
    }

    private static List<String> steps(String pointer) {
        List<String> steps = new ArrayList<>();
        for (int from = 1; from <= pointer.length(); ) {
            int slash = pointer.indexOf('/', from);
            int to = slash < 0 ? pointer.length() : slash;
            steps.add(pointer.substring(from, to).replace("~1", "/").replace("~0", "~"));
            from = to + 1;
        }
        return steps;
    }

    /** Returns whether the value at the parser's current token is left out. */
    boolean hides(JsonParser in) {
        if (isEmpty()) {
            return false;
        }
        // At the start of an object or array the context is that of its inside.
        JsonStreamContext context = in.getParsingContext();
        JsonStreamContext here = in.currentToken().isStructStart() ? context.getParent() : context;
        String name = here.getCurrentName();
        if (here.inObject() && name != null && names.contains(name.toLowerCase(Locale.ROOT))) {
            return true;
        }
        for (List<String> path : paths) {
            if (leadsHere(path, here)) {
                return true;
            }
        }
        return false;
    }

    private static boolean leadsHere(List<String> path, @Nullable JsonStreamContext place) {
        JsonStreamContext at = place;
        for (int i = path.size() - 1; i >= 0; i--) {
            if (at == null || at.inRoot()) {
                return false;
            }
            String step = at.inObject() ? at.getCurrentName() : Integer.toString(at.getCurrentIndex());
            if (!path.get(i).equals(ANY) && !path.get(i).equals(step)) {
                return false;
            }
            at = at.getParent();
        }
        return at != null && at.inRoot();
    }
}
