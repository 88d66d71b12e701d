package io.acp4j.inspector.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.node.DecimalNode;
import io.acp4j.inspector.recording.FrameJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What the log needs to know of a frame, found in one pass that builds no tree.
 *
 * @param kind what it is
 * @param method the method; null for a response
 * @param id the id as JSON, so that 1 and "1" differ, and 1.0 is 1; null without one
 * @param session the session that the parameters or the result name; null for none
 * @param update the kind of a session update; null for anything else
 * @param subject the message or tool call that it is about: an update, a request for permission, the response to a prompt; null for none
 * @param problem what is wrong with the frame; null when nothing is
 */
public record FrameHead(
        FrameKind kind,
        @Nullable String method,
        @Nullable String id,
        @Nullable String session,
        @Nullable String update,
        @Nullable String subject,
        @Nullable String problem) {

    /** How long names and ids are kept: longer ones are cut, as no sensible peer sends them. */
    static final int MAX_NAME = 300;

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1000)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /**
     * Returns the head of a frame.
     *
     * @param buffer holds it
     * @param offset where it starts
     * @param length its length
     * @return the head; of kind {@link FrameKind#INVALID} when it is no message
     */
    public static FrameHead of(byte[] buffer, int offset, int length) {
        try (JsonParser in = JSON.createParser(buffer, offset, length)) {
            JsonToken first = in.nextToken();
            if (first == null) {
                return invalid("an empty line");
            }
            if (first != JsonToken.START_OBJECT) {
                in.skipChildren();
                return invalid(first == JsonToken.START_ARRAY ? "a batch, which ACP does not have" : "no JSON object");
            }
            Scan scan = new Scan(in);
            scan.message();
            if (in.nextToken() != null) {
                return invalid("more than one JSON value");
            }
            return scan.head();
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            return invalid(
                    place == null
                            ? "JSON that is nested too deeply, or has a number that is too long"
                            : "no JSON, from byte " + Math.max(0, place.getByteOffset()) + " on");
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    /** Returns the head of a row that is not a frame. Only input that was not a frame has a problem. */
    static FrameHead note(FrameKind kind, String what) {
        return new FrameHead(kind, null, null, null, null, null, kind == FrameKind.INVALID ? what : null);
    }

    private static FrameHead invalid(String problem) {
        return new FrameHead(FrameKind.INVALID, null, null, null, null, null, problem);
    }

    private static String cut(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    }

    /** Walks over one message. */
    private static final class Scan {

        private final JsonParser in;
        private @Nullable String method;
        private @Nullable String id;
        private @Nullable String session;
        private @Nullable String update;
        private @Nullable String subject;
        private boolean hasResult;
        private boolean hasError;
        private boolean isVersion2;

        Scan(JsonParser in) {
            this.in = in;
        }

        void message() throws IOException {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                JsonToken value = in.nextToken();
                switch (name) {
                    case "jsonrpc" ->
                        isVersion2 =
                                value == JsonToken.VALUE_STRING && in.getText().equals("2.0");
                    case "method" -> method = value == JsonToken.VALUE_STRING ? cut(in.getText()) : null;
                    case "id" -> id = id(value);
                    case "params" -> members(value, true);
                    case "result" -> {
                        hasResult = true;
                        members(value, false);
                    }
                    case "error" -> hasError = value != JsonToken.VALUE_NULL;
                    default -> {}
                }
                in.skipChildren();
            }
        }

        private @Nullable String id(JsonToken value) throws IOException {
            return switch (value) {
                case VALUE_STRING -> '"' + cut(in.getText()) + '"';
                case VALUE_NUMBER_INT -> in.getText().equals("-0") ? "0" : cut(in.getText());
                case VALUE_NUMBER_FLOAT -> cut(worth(in.getDecimalValue()));
                case VALUE_NULL -> "null";
                default -> null;
            };
        }

        private static String worth(BigDecimal id) {
            return FrameJson.worth(DecimalNode.valueOf(id.stripTrailingZeros())).toString();
        }

        /** Leaves the parser at the end of the value, or at the value when it has no members. */
        private void members(JsonToken value, boolean isParams) throws IOException {
            if (value != JsonToken.START_OBJECT) {
                return;
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                JsonToken member = in.nextToken();
                if (name.equals("sessionId") && member == JsonToken.VALUE_STRING) {
                    session = cut(in.getText());
                } else if (isSubject(name) && member == JsonToken.VALUE_STRING) {
                    subject = cut(in.getText());
                } else if (isParams && isAbout(name) && member == JsonToken.START_OBJECT) {
                    about();
                    continue;
                }
                in.skipChildren();
            }
        }

        /** An update, or the tool call that permission is asked for. */
        private void about() throws IOException {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                JsonToken member = in.nextToken();
                if (name.equals("sessionUpdate") && member == JsonToken.VALUE_STRING) {
                    update = cut(in.getText());
                } else if (isSubject(name) && member == JsonToken.VALUE_STRING) {
                    subject = cut(in.getText());
                }
                in.skipChildren();
            }
        }

        private static boolean isAbout(String name) {
            return name.equals("update") || name.equals("toolCall");
        }

        private static boolean isSubject(String name) {
            return name.equals("messageId") || name.equals("toolCallId");
        }

        FrameHead head() {
            if (method != null) {
                return head(id == null ? FrameKind.NOTIFICATION : FrameKind.REQUEST, problem());
            }
            if (hasError || hasResult) {
                return head(hasError ? FrameKind.ERROR : FrameKind.RESPONSE, responseProblem());
            }
            return head(FrameKind.INVALID, "neither a method nor a result nor an error");
        }

        private FrameHead head(FrameKind kind, @Nullable String problem) {
            return new FrameHead(kind, method, id, session, update, subject, problem);
        }

        private @Nullable String problem() {
            return isVersion2 ? null : "jsonrpc is not \"2.0\"";
        }

        private @Nullable String responseProblem() {
            if (id == null) {
                return "a response without an id";
            }
            return hasError && hasResult ? "both a result and an error" : problem();
        }
    }
}
