package io.acp4j.rpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.JsonSyntaxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of a frame into a typed message in one pass.
 *
 * <p>Parameters are bound as soon as they come when the method is known by then, and results when the id is; where the
 * order is the other way round their bytes are remembered and read at the end. One instance serves one connection, on its
 * reading thread.
 */
final class FrameDecoder {

    private final JsonFactory json;
    private final Handlers handlers;
    private final Function<RequestId, @Nullable OutboundCall<?>> pending;
    private final PlainNotifications plainNotifications;

    FrameDecoder(JsonFactory json, Handlers handlers, Function<RequestId, @Nullable OutboundCall<?>> pending) {
        this.json = json;
        this.handlers = handlers;
        this.pending = pending;
        this.plainNotifications = new PlainNotifications(handlers);
    }

    /** Decodes one frame; never throws for what is in it. */
    Inbound decode(byte[] buffer, int offset, int length) {
        Inbound plain = plainNotifications.read(buffer, offset, length);
        if (plain != null) {
            return plain;
        }
        Draft draft = null;
        try (JsonReader in = JsonReader.over(json, buffer, offset, length)) {
            in.start();
            if (in.token() != JsonToken.START_OBJECT) {
                boolean batch = in.token() == JsonToken.START_ARRAY;
                in.skipValue();
                in.finish();
                return invalid(
                        RequestId.Null.INSTANCE, batch ? "batches are not supported" : "a message is a JSON object");
            }
            draft = new Draft(in, handlers, pending);
            draft.readMembers();
            in.finish();
            return draft.conclude();
        } catch (StreamConstraintsException e) {
            return unreadable(draft, JsonSyntaxException.of(e), true);
        } catch (JsonProcessingException e) {
            return unreadable(draft, JsonSyntaxException.of(e), false);
        } catch (JsonSyntaxException e) {
            return unreadable(draft, e, false);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    private static Inbound unreadable(@Nullable Draft draft, JsonSyntaxException e, boolean exceedsLimit) {
        String problem = String.valueOf(e.getMessage());
        Inbound broken = draft == null ? null : draft.brokenAnswer(problem);
        if (broken != null) {
            return broken;
        }
        if (exceedsLimit) {
            return invalid(draft == null ? RequestId.Null.INSTANCE : draft.idOrNull(), problem);
        }
        ErrorObject error = ErrorObject.of(ErrorCode.PARSE_ERROR, "Parse error: " + problem);
        return new Inbound.Refused(RequestId.Null.INSTANCE, error, problem);
    }

    /** Refuses JSON that is no JSON-RPC message. */
    static Inbound invalid(RequestId id, String problem) {
        return new Inbound.Refused(
                id, ErrorObject.of(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem), problem);
    }
}
