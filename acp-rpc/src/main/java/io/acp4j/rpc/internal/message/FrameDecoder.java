package io.acp4j.rpc.internal.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.acp4j.rpc.internal.text.FrameBeginning;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonOmission;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.JsonSyntaxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of a frame into a typed message in one pass.
 *
 * <p>Parameters are bound as soon as they come when the method is known by then, and results when the id is; where the
 * order is the other way round their bytes are remembered and read at the end. One instance serves one connection, on its
 * reading thread.
 */
public final class FrameDecoder {

    private final JsonFactory json;
    private final Routes routes;
    private final Function<RequestId, @Nullable PendingCall> pending;
    private final BiConsumer<Inbound, List<JsonOmission>> onOmissions;
    private final TextUpdates textUpdates;

    /**
     * Creates a decoder.
     *
     * @param onOmissions called for each message with omitted values, before the message is returned
     */
    public FrameDecoder(
            JsonFactory json,
            Routes routes,
            Function<RequestId, @Nullable PendingCall> pending,
            BiConsumer<Inbound, List<JsonOmission>> onOmissions) {
        this.json = json;
        this.routes = routes;
        this.pending = pending;
        this.onOmissions = onOmissions;
        this.textUpdates = new TextUpdates(routes);
    }

    /** Returns a decoder for what comes in a dialect, which reads with other codecs and with the same limits. */
    public FrameDecoder in(Routes others) {
        return new FrameDecoder(json, others, pending, onOmissions);
    }

    /** Decodes one frame; never throws for what is in it. */
    public Inbound decode(byte[] buffer, int offset, int length) {
        Inbound update = textUpdates.read(buffer, offset, length);
        if (update != null) {
            return update;
        }
        MessageReader message = null;
        try (JsonReader in = JsonReader.over(json, buffer, offset, length)) {
            in.start();
            if (in.token() != JsonToken.START_OBJECT) {
                boolean batch = in.token() == JsonToken.START_ARRAY;
                in.skipValue();
                in.finish();
                return invalid(
                        RequestId.Null.INSTANCE, batch ? "batches are not supported" : "a message is a JSON object");
            }
            message = new MessageReader(in, routes, pending);
            message.readMembers();
            in.finish();
            Inbound decoded = message.conclude();
            List<JsonOmission> omissions = in.omissions();
            if (!omissions.isEmpty()) {
                onOmissions.accept(decoded, omissions);
            }
            return decoded;
        } catch (StreamConstraintsException e) {
            FrameBeginning beginning = FrameBeginning.read(buffer, offset, length);
            return unreadable(message, JsonSyntaxException.of(e), beginning, true);
        } catch (JsonProcessingException e) {
            JsonSyntaxException fault = JsonSyntaxException.of(e, buffer, offset, length);
            return unreadable(message, fault, FrameBeginning.read(buffer, offset, length), false);
        } catch (JsonSyntaxException e) {
            return unreadable(message, e, FrameBeginning.read(buffer, offset, length), false);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    private static Inbound unreadable(
            @Nullable MessageReader message,
            JsonSyntaxException e,
            @Nullable FrameBeginning text,
            boolean exceedsLimit) {
        String problem = String.valueOf(e.getMessage());
        Inbound broken = message == null ? null : message.brokenResponse(problem);
        if (broken != null) {
            return broken;
        }
        Envelope beginning = message == null ? null : message.beginning(text);
        if (exceedsLimit) {
            RequestId id = message == null ? RequestId.Null.INSTANCE : message.idOrNull();
            return new Inbound.Refused(id, invalidRequest(problem), problem, beginning);
        }
        ErrorObject error = ErrorObject.of(ErrorCode.PARSE_ERROR, "Parse error: " + problem);
        RequestId id = message == null ? null : message.idOfBrokenRequest();
        return new Inbound.Refused(id == null ? RequestId.Null.INSTANCE : id, error, problem, beginning);
    }

    /** Refuses JSON that is no JSON-RPC message. */
    static Inbound invalid(RequestId id, String problem) {
        return new Inbound.Refused(id, invalidRequest(problem), problem);
    }

    private static ErrorObject invalidRequest(String problem) {
        return ErrorObject.of(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }
}
