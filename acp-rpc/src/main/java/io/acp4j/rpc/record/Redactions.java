package io.acp4j.rpc.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies JSON and leaves out what is not to be kept. */
final class Redactions {

    /** What stands in the place of a value. */
    static final String MARK = "[redacted]";

    private static final String ANY = "*";

    private final Set<String> names = new HashSet<>();
    private final List<List<String>> paths = new ArrayList<>();

    Redactions(List<String> rules) {
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

    /** Copies one value, which must be all that there is. */
    void copy(JsonFactory factory, byte[] json, int offset, int length, JsonGenerator out) throws IOException {
        try (JsonParser in = factory.createParser(json, offset, length)) {
            while (in.nextToken() != null) {
                if (in.currentToken() != JsonToken.FIELD_NAME && isHidden(in)) {
                    in.skipChildren();
                    out.writeString(MARK);
                } else if (in.currentToken().isNumeric()) {
                    // As it is spelled: nobody here needs its value, which may take long to find.
                    out.writeNumber(in.getText());
                } else {
                    out.copyCurrentEvent(in);
                }
            }
        }
    }

    private boolean isHidden(JsonParser in) {
        JsonToken token = in.currentToken();
        if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY || isEmpty()) {
            return false;
        }
        // At the start of an object or array the context is that of its inside.
        JsonStreamContext context = in.getParsingContext();
        JsonStreamContext here = token.isStructStart() ? context.getParent() : context;
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
