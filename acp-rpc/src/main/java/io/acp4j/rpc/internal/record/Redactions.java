package io.acp4j.rpc.internal.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.rpc.record.Secrets;
import io.acp4j.rpc.record.WireRecorder;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Copies JSON and leaves out what is not to be kept: what rules name, and, unless that is switched off, what looks like a secret.
 */
public final class Redactions {

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_.()-]{0,127}+[=:]");
    private static final JsonFactory JSON = new JsonFactory();
    private static final Redactions NONE = new Redactions(List.of(), false);

    /** How many characters a text may have to be looked at as JSON. */
    private static final int MAX_INNER = 1024 * 1024;

    /** How deep texts that are JSON may stand in one another. */
    private static final int MAX_INNER_DEPTH = 4;

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_.()-]{0,127}");

    private final RedactionRules rules;
    private final boolean secrets;

    /**
     * Creates it.
     *
     * @param rules names and paths, as in {@link WireRecorder.Builder#redact}
     * @param secrets whether what looks like a secret is left out, too
     */
    public Redactions(List<String> rules, boolean secrets) {
        this.rules = new RedactionRules(rules);
        this.secrets = secrets;
    }

    public boolean isEmpty() {
        return rules.isEmpty() && !secrets;
    }

    /** Copies one value, which must be all that there is. */
    public void copy(JsonFactory factory, byte[] json, int offset, int length, JsonGenerator out) throws IOException {
        copy(factory, json, offset, length, out, 0);
    }

    private void copy(JsonFactory factory, byte[] json, int offset, int length, JsonGenerator out, int depth)
            throws IOException {
        BitSet named = new BitSet();
        if (secrets) {
            try (JsonParser in = factory.createParser(json, offset, length)) {
                named = objectsNamedLikeSecrets(in);
            }
        }
        try (JsonParser in = factory.createParser(json, offset, length)) {
            Copy copy = new Copy(in, out, named, depth);
            while (in.nextToken() != null) {
                copy.value(Kind.PLAIN);
            }
        }
    }

    /** Returns a text without secrets. One that is JSON itself, as the arguments of tools often are, becomes a copy of that. */
    private String redacted(String text, int depth) {
        String start = text.stripLeading();
        boolean isJson = depth < MAX_INNER_DEPTH
                && text.length() <= MAX_INNER
                && (start.startsWith("{") || start.startsWith("["));
        return Secrets.redact(isJson ? withoutInnerSecrets(text, depth + 1) : text);
    }

    /** Returns the text as it is where it is no JSON, or nothing is left out. */
    private String withoutInnerSecrets(String text, int depth) {
        byte[] json = text.getBytes(UTF_8);
        try {
            String without = copied(json, depth);
            return without.equals(NONE.copied(json, depth)) ? text : without;
        } catch (IOException e) {
            return text;
        }
    }

    private String copied(byte[] json, int depth) throws IOException {
        StringWriter text = new StringWriter(json.length);
        try (JsonGenerator out = JSON.createGenerator(text)) {
            copy(JSON, json, 0, json.length, out, depth);
        }
        return text.toString();
    }

    /** Numbers the objects that say by a member what their value is: {@code {"name":"API_KEY","value":"…"}}. */
    private static BitSet objectsNamedLikeSecrets(JsonParser in) throws IOException {
        BitSet found = new BitSet();
        int[] open = new int[16];
        int depth = 0;
        int count = 0;
        for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
            if (token == JsonToken.START_OBJECT) {
                if (depth == open.length) {
                    open = Arrays.copyOf(open, 2 * depth);
                }
                open[depth++] = count++;
            } else if (token == JsonToken.END_OBJECT) {
                depth--;
            } else if (token == JsonToken.VALUE_STRING && depth > 0 && namesValue(in.currentName())) {
                if (SecretNames.isSecret(in.getText())) {
                    found.set(open[depth - 1]);
                }
            }
        }
        return found;
    }

    private static boolean namesValue(@Nullable String member) {
        return "name".equals(member) || "key".equals(member) || "id".equals(member) || "variable".equals(member);
    }

    private static boolean isNamedValue(String member) {
        return member.equals("value") || member.equals("values") || member.equals("default");
    }

    /** What is known about a value from where it stands. */
    private enum Kind {
        /** Nothing: kept, save the secrets in its texts. */
        PLAIN,
        /** Variables or headers in any shape: names are kept, values are not. */
        ENVIRONMENT,
        /** One of a list of variables or headers, as an object. */
        ENTRY,
        /** The value of a variable or header. */
        SECRET
    }

    private final class Copy {

        private final JsonParser in;
        private final JsonGenerator out;
        private final BitSet named;
        private final int depth;
        private int objects;

        Copy(JsonParser in, JsonGenerator out, BitSet named, int depth) {
            this.in = in;
            this.out = out;
            this.named = named;
            this.depth = depth;
        }

        /** Copies the value at the parser's current token. */
        void value(Kind kind) throws IOException {
            JsonToken token = in.currentToken();
            if (rules.hides(in)) {
                hide();
            } else if (token == JsonToken.START_OBJECT) {
                object(kind);
            } else if (token == JsonToken.START_ARRAY) {
                array(kind);
            } else if (kind == Kind.PLAIN) {
                plain(token);
            } else if (token == JsonToken.VALUE_NULL
                    || token == JsonToken.VALUE_TRUE
                    || token == JsonToken.VALUE_FALSE) {
                out.copyCurrentEvent(in);
            } else {
                hide();
            }
        }

        private void plain(JsonToken token) throws IOException {
            if (token.isNumeric()) {
                // As it is spelled: nobody here needs its value, which may take long to find.
                out.writeNumber(in.getText());
            } else if (secrets && token == JsonToken.VALUE_STRING) {
                out.writeString(redacted(in.getText(), depth));
            } else {
                out.copyCurrentEvent(in);
            }
        }

        private void hide() throws IOException {
            if (in.currentToken().isStructStart()) {
                countObjects();
            }
            out.writeString(Secrets.MARK);
        }

        /** Skips an object or array, so that the numbers of the objects behind it are right. */
        private void countObjects() throws IOException {
            int depth = 0;
            do {
                JsonToken token = in.currentToken();
                if (token == JsonToken.START_OBJECT) {
                    objects++;
                }
                if (token.isStructStart()) {
                    depth++;
                } else if (token.isStructEnd()) {
                    depth--;
                }
            } while (depth > 0 && in.nextToken() != null);
        }

        private void object(Kind kind) throws IOException {
            boolean isNamed = named.get(objects++);
            out.writeStartObject();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                out.writeFieldName(secrets ? Secrets.redact(name) : name);
                JsonToken token = in.nextToken();
                value(kindOf(name, token, kind, isNamed));
            }
            out.writeEndObject();
        }

        private Kind kindOf(String name, JsonToken token, Kind around, boolean isNamed) {
            if (!secrets) {
                return Kind.PLAIN;
            }
            if (around != Kind.PLAIN) {
                return around == Kind.ENTRY && name.equals("name") && isVariable(token) ? Kind.PLAIN : Kind.SECRET;
            }
            if ((isNamed && isNamedValue(name)) || SecretNames.isSecret(name)) {
                return Kind.SECRET;
            }
            return SecretNames.isEnvironment(name) ? Kind.ENVIRONMENT : Kind.PLAIN;
        }

        /** Returns whether the current token is a text that may be the name of a variable or header. */
        private boolean isVariable(JsonToken token) {
            if (token != JsonToken.VALUE_STRING) {
                return false;
            }
            try {
                return VARIABLE.matcher(in.getText()).matches();
            } catch (IOException e) {
                return false;
            }
        }

        private void array(Kind kind) throws IOException {
            out.writeStartArray();
            if (kind == Kind.ENVIRONMENT) {
                entries();
            } else {
                elements(kind);
            }
            out.writeEndArray();
        }

        /** Copies a list, in which an option may stand before its value, as in a command line. */
        private void elements(Kind kind) throws IOException {
            boolean behindOption = false;
            while (in.nextToken() != JsonToken.END_ARRAY) {
                if (in.currentToken() == JsonToken.VALUE_STRING) {
                    String text = in.getText();
                    value(behindOption && !text.startsWith("--") ? Kind.SECRET : kind);
                    behindOption = secrets && NamedSecrets.isOption(text);
                } else {
                    value(kind);
                    behindOption = false;
                }
            }
        }

        /** Copies a list of variables or headers: objects, pairs, {@code NAME=value}, or names and values in turn. */
        private void entries() throws IOException {
            boolean behindName = false;
            while (in.nextToken() != JsonToken.END_ARRAY) {
                switch (in.currentToken()) {
                    case START_OBJECT -> value(Kind.ENTRY);
                    case START_ARRAY -> pair();
                    case VALUE_STRING -> behindName = !assignment(behindName);
                    default -> value(Kind.SECRET);
                }
            }
        }

        private void pair() throws IOException {
            if (rules.hides(in)) {
                hide();
                return;
            }
            boolean first = true;
            out.writeStartArray();
            while (in.nextToken() != JsonToken.END_ARRAY) {
                value(first && isVariable(in.currentToken()) ? Kind.PLAIN : Kind.SECRET);
                first = false;
            }
            out.writeEndArray();
        }

        /**
         * Copies {@code NAME=value} or {@code Name: value} without the value.
         *
         * @param isValue whether it stands behind a name, and so may be the value itself
         * @return whether the next one does not stand behind a name
         */
        private boolean assignment(boolean isValue) throws IOException {
            Matcher matcher = ASSIGNMENT.matcher(in.getText());
            boolean isAssignment = !isValue && matcher.lookingAt();
            out.writeString(isAssignment && !rules.hides(in) ? matcher.group() + Secrets.MARK : Secrets.MARK);
            return isAssignment || isValue;
        }
    }
}
