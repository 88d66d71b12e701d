package io.acp4j.transport.http.internal.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Recognizes by their first bytes the messages of which nothing needs to be known, by far the most frequent ones. */
final class InboundLook {

    private static final byte[] UPDATE = "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",".getBytes(US_ASCII);
    private static final byte[] SUBAGENT = "\"subagent_update\"".getBytes(US_ASCII);

    /** How far to go on, by the byte where {@link #SUBAGENT} would end; as Horspool's search has it. */
    private static final int[] STEPS = steps();

    private InboundLook() {}

    private static int[] steps() {
        int[] steps = new int[256];
        int last = SUBAGENT.length - 1;
        Arrays.fill(steps, SUBAGENT.length);
        for (int i = 0; i < last; i++) {
            steps[SUBAGENT[i]] = last - i;
        }
        return steps;
    }

    /** Returns whether a message is an update, compactly written. */
    static boolean isPlainUpdate(byte[] message) {
        return message.length > UPDATE.length && Arrays.equals(message, 0, UPDATE.length, UPDATE, 0, UPDATE.length);
    }

    /** Returns the session of the agent that an update tells of, whose own updates come on a stream of their own; null for none. */
    static @Nullable String child(byte[] update) {
        int end = SUBAGENT.length;
        while (end <= update.length) {
            byte ending = update[end - 1];
            if (ending == '"' && Arrays.equals(update, end - SUBAGENT.length, end, SUBAGENT, 0, SUBAGENT.length)) {
                return readChild(update);
            }
            end += STEPS[ending & 0xff];
        }
        return null;
    }

    /** Returns the version of the protocol that a response to {@code initialize} names; 0 for none. */
    static int protocolVersion(byte[] response) {
        try (JsonReader in = JsonReader.over(response, 0, response.length)) {
            in.start();
            boolean isNamed =
                    enter(in, "result") && enter(in, "protocolVersion") && in.token() == JsonToken.VALUE_NUMBER_INT;
            return isNamed ? in.parser().getIntValue() : 0;
        } catch (IOException e) {
            // The engine says what is wrong with it.
            return 0;
        }
    }

    private static @Nullable String readChild(byte[] update) {
        try (JsonReader in = JsonReader.over(update, 0, update.length)) {
            in.start();
            if (!enter(in, "params") || !enter(in, "update") || in.token() != JsonToken.START_OBJECT) {
                return null;
            }
            boolean isSubagent = false;
            String session = null;
            String name;
            while ((name = in.parser().nextFieldName()) != null) {
                in.parser().nextToken();
                if (name.equals("sessionUpdate")) {
                    isSubagent = "subagent_update".equals(in.parser().getText());
                } else if (name.equals("sessionId") && in.token() == JsonToken.VALUE_STRING) {
                    session = in.parser().getText();
                }
                in.skipValue();
            }
            return isSubagent ? session : null;
        } catch (IOException e) {
            // The engine says what is wrong with it.
            return null;
        }
    }

    /** Moves into a member of the current object. */
    private static boolean enter(JsonReader in, String member) throws IOException {
        if (in.token() != JsonToken.START_OBJECT) {
            return false;
        }
        String name;
        while ((name = in.parser().nextFieldName()) != null) {
            in.parser().nextToken();
            if (name.equals(member)) {
                return true;
            }
            in.skipValue();
        }
        return false;
    }
}
