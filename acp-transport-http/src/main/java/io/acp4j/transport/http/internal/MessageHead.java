package io.acp4j.transport.http.internal;

import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a message says of itself, as far as it has to be known before the engine reads the message: a request must be refused, or its
 * route be known, before its handler can respond. One pass over the tokens, which builds nothing.
 *
 * @param kind what kind of message it is
 * @param id its id; null when it has none, or none that could be one
 * @param method the method of a request or notification; null for a response
 * @param session the session that the parameters or the result name; null when it is not there or no string
 * @param isError whether it is a response with an error
 */
public record MessageHead(
        Envelope.Kind kind,
        @Nullable RequestId id,
        @Nullable String method,
        @Nullable String session,
        boolean isError) {

    /** What is no message. */
    public enum Fault {
        /** No JSON. */
        NO_JSON,
        /** An array, which would be a batch. */
        BATCH,
        /** Another JSON value that is no object. */
        NO_OBJECT
    }

    /**
     * Either a head or why there is none.
     *
     * @param head the head; null when there is a fault
     * @param fault the fault; null when there is a head
     */
    public record Outcome(
            @Nullable MessageHead head, @Nullable Fault fault) {}

    /** Reads a message. */
    public static Outcome read(byte[] bytes, int offset, int length) {
        try (JsonReader in = JsonReader.over(bytes, offset, length)) {
            in.start();
            if (in.token() == JsonToken.START_ARRAY) {
                return new Outcome(null, Fault.BATCH);
            }
            if (in.token() != JsonToken.START_OBJECT) {
                return new Outcome(null, Fault.NO_OBJECT);
            }
            MessageHead head = new Members(in).read();
            in.finish();
            return new Outcome(head, null);
        } catch (IOException e) {
            // Reading from memory fails for what is read only.
            return new Outcome(null, Fault.NO_JSON);
        }
    }

    /** The members of a message while they are read; of one that is there twice the first counts, as it does for the engine. */
    private static final class Members {

        private final JsonReader in;
        private boolean idSeen;
        private boolean methodSeen;
        private boolean isError;
        private @Nullable RequestId id;
        private @Nullable String method;
        private @Nullable String session;

        Members(JsonReader in) {
            this.in = in;
        }

        MessageHead read() throws IOException {
            String name;
            while ((name = in.parser().nextFieldName()) != null) {
                in.parser().nextToken();
                switch (name) {
                    case "id" -> readId();
                    case "method" -> readMethod();
                    case "params", "result" -> readSession();
                    case "error" -> {
                        isError = true;
                        in.skipValue();
                    }
                    default -> in.skipValue();
                }
            }
            Envelope.Kind kind =
                    !methodSeen ? Envelope.Kind.RESPONSE : idSeen ? Envelope.Kind.REQUEST : Envelope.Kind.NOTIFICATION;
            return new MessageHead(kind, id, method, session, isError);
        }

        private void readId() throws IOException {
            if (!idSeen) {
                idSeen = true;
                JsonToken token = in.token();
                if (token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NULL) {
                    id = RequestId.CODEC.read(in);
                } else if (token.isNumeric()) {
                    id = number();
                }
            }
            in.skipValue();
        }

        /** A number that is no id is none for the engine either, which responds with the id null. */
        private @Nullable RequestId number() throws IOException {
            try {
                return RequestId.CODEC.read(in);
            } catch (SchemaException e) {
                return null;
            }
        }

        private void readMethod() throws IOException {
            if (!methodSeen && in.token() == JsonToken.VALUE_STRING) {
                method = in.parser().getText();
            }
            methodSeen = true;
            in.skipValue();
        }

        private void readSession() throws IOException {
            if (session != null || in.token() != JsonToken.START_OBJECT) {
                in.skipValue();
                return;
            }
            String name;
            while ((name = in.parser().nextFieldName()) != null) {
                if (in.parser().nextToken() == JsonToken.VALUE_STRING && name.equals("sessionId") && session == null) {
                    session = in.parser().getText();
                }
                in.skipValue();
            }
        }
    }
}
