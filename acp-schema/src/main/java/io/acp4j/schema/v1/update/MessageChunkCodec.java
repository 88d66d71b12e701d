package io.acp4j.schema.v1.update;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.PlainSink;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.v1.content.Annotations;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.content.TextContent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes {@code session/update} by hand where it carries a piece of a message, by far its most frequent load.
 *
 * <p>It goes straight to the record for the shapes that it expects, in any order of members. Whatever else it meets, a
 * fault included, is read again from its first byte by the declared codec, so that both always agree.
 */
final class MessageChunkCodec extends JsonCodec<SessionNotification> {

    private static final SerializedString SESSION_ID = new SerializedString("sessionId");
    private static final SerializedString UPDATE = new SerializedString("update");
    private static final SerializedString META = new SerializedString("_meta");
    private static final SerializedString SESSION_UPDATE = new SerializedString("sessionUpdate");
    private static final SerializedString CONTENT = new SerializedString("content");
    private static final SerializedString MESSAGE_ID = new SerializedString("messageId");
    private static final SerializedString TYPE = new SerializedString("type");
    private static final SerializedString TEXT = new SerializedString("text");
    private static final SerializedString ANNOTATIONS = new SerializedString("annotations");

    private final ObjectCodec<SessionNotification> declared;
    private final PlainChunk plain = new PlainChunk();

    MessageChunkCodec(ObjectCodec<SessionNotification> declared) {
        this.declared = declared;
    }

    @Override
    public SessionNotification read(JsonReader in) throws IOException {
        in.expectObject();
        JsonParser parser = in.parser();
        int from = in.tokenStart();
        int parentDepth = in.depthOfParent();
        SessionNotification value;
        try {
            value = readNotification(in, parser);
        } catch (SchemaException e) {
            // The declared codec decides what the fault means and where it lies.
            return readDeclared(in, from, parentDepth);
        }
        return value == null ? readDeclared(in, from, parentDepth) : value;
    }

    @Override
    public @Nullable SessionNotification readPlain(byte[] json, int from, int to) {
        return plain.read(json, from, to);
    }

    @Override
    public boolean writePlain(SessionNotification value, PlainSink out) {
        return PlainChunk.write(value, out);
    }

    private SessionNotification readDeclared(JsonReader in, int from, int parentDepth) throws IOException {
        SessionNotification value;
        try (JsonReader again = in.again(from)) {
            value = declared.read(again);
        } catch (JsonProcessingException e) {
            // Met again below, where its offset counts from the start of the whole document.
            in.recover(parentDepth);
            throw e;
        }
        in.recover(parentDepth);
        return value;
    }

    private static @Nullable SessionNotification readNotification(JsonReader in, JsonParser parser) throws IOException {
        SessionId sessionId = null;
        SessionUpdate update = null;
        Meta meta = null;
        String name;
        while ((name = parser.nextFieldName()) != null) {
            switch (name) {
                case "sessionId" -> {
                    String text = parser.nextTextValue();
                    if (text == null) {
                        return null;
                    }
                    sessionId = new SessionId(text);
                }
                case "update" -> {
                    if (parser.nextToken() != JsonToken.START_OBJECT) {
                        return null;
                    }
                    update = readUpdate(in, parser);
                    if (update == null) {
                        return null;
                    }
                }
                case "_meta" -> {
                    if (parser.nextToken() != JsonToken.START_OBJECT) {
                        return null;
                    }
                    meta = Meta.CODEC.read(in);
                }
                default -> skip(parser);
            }
        }
        return sessionId == null || update == null ? null : new SessionNotification(sessionId, update, meta);
    }

    private static @Nullable SessionUpdate readUpdate(JsonReader in, JsonParser parser) throws IOException {
        ChunkKind kind = null;
        ContentBlock content = null;
        MessageId messageId = null;
        Meta meta = null;
        boolean first = true;
        String name;
        while ((name = parser.nextFieldName()) != null) {
            switch (name) {
                case "sessionUpdate" -> {
                    if (kind != null) {
                        skip(parser);
                        break;
                    }
                    if (parser.nextToken() != JsonToken.VALUE_STRING) {
                        return null;
                    }
                    kind = ChunkKind.of(parser);
                    if (kind == null) {
                        return first ? readOther(in, parser) : null;
                    }
                }
                case "content" -> {
                    if (parser.nextToken() != JsonToken.START_OBJECT) {
                        return null;
                    }
                    content = readContent(in, parser);
                    if (content == null) {
                        return null;
                    }
                }
                case "messageId" -> {
                    String text = parser.nextTextValue();
                    if (text == null && parser.currentToken() != JsonToken.VALUE_NULL) {
                        return null;
                    }
                    messageId = text == null ? null : new MessageId(text);
                }
                case "_meta" -> {
                    if (parser.nextToken() != JsonToken.START_OBJECT) {
                        return null;
                    }
                    meta = Meta.CODEC.read(in);
                }
                default -> skip(parser);
            }
            first = false;
        }
        return kind == null || content == null ? null : kind.chunk(content, messageId, meta);
    }

    /** Goes on with an update whose tag was its first member and is none of a message. */
    private static @Nullable SessionUpdate readOther(JsonReader in, JsonParser parser) throws IOException {
        ObjectCodec<? extends SessionUpdate> variant = SessionUpdate.CODEC.variant(parser.getText());
        return variant == null ? null : variant.readMembers(in);
    }

    private static @Nullable ContentBlock readContent(JsonReader in, JsonParser parser) throws IOException {
        boolean tagged = false;
        String text = null;
        Annotations annotations = null;
        Meta meta = null;
        boolean first = true;
        String name;
        while ((name = parser.nextFieldName()) != null) {
            switch (name) {
                case "type" -> {
                    if (tagged) {
                        skip(parser);
                        break;
                    }
                    if (parser.nextToken() != JsonToken.VALUE_STRING) {
                        return null;
                    }
                    if (!ChunkKind.is(parser, TEXT)) {
                        return first ? readOtherContent(in, parser) : null;
                    }
                    tagged = true;
                }
                case "text" -> {
                    text = parser.nextTextValue();
                    if (text == null) {
                        return null;
                    }
                }
                case "annotations" -> {
                    if (parser.nextToken() != JsonToken.START_OBJECT) {
                        return null;
                    }
                    annotations = Annotations.CODEC.read(in);
                }
                case "_meta" -> {
                    if (parser.nextToken() != JsonToken.START_OBJECT) {
                        return null;
                    }
                    meta = Meta.CODEC.read(in);
                }
                default -> skip(parser);
            }
            first = false;
        }
        return tagged && text != null ? new TextContent(text, annotations, meta) : null;
    }

    private static @Nullable ContentBlock readOtherContent(JsonReader in, JsonParser parser) throws IOException {
        ObjectCodec<? extends ContentBlock> variant = ContentBlock.CODEC.variant(parser.getText());
        return variant == null ? null : variant.readMembers(in);
    }

    private static void skip(JsonParser parser) throws IOException {
        parser.nextToken();
        parser.skipChildren();
    }

    @Override
    public void write(SessionNotification value, JsonGenerator out) throws IOException {
        if (!(value.update() instanceof ContentChunk chunk) || !(chunk.content() instanceof TextContent text)) {
            declared.write(value, out);
            return;
        }
        out.writeStartObject();
        out.writeFieldName(SESSION_ID);
        out.writeString(value.sessionId().value());
        out.writeFieldName(UPDATE);
        out.writeStartObject();
        out.writeFieldName(SESSION_UPDATE);
        out.writeString(ChunkKind.of(chunk).tag());
        out.writeFieldName(CONTENT);
        writeText(text, out);
        MessageId messageId = chunk.messageId();
        if (messageId != null) {
            out.writeFieldName(MESSAGE_ID);
            out.writeString(messageId.value());
        }
        writeMeta(chunk.meta(), out);
        out.writeEndObject();
        writeMeta(value.meta(), out);
        out.writeEndObject();
    }

    private static void writeText(TextContent text, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeFieldName(TYPE);
        out.writeString(TEXT);
        if (text.annotations() != null) {
            out.writeFieldName(ANNOTATIONS);
            Annotations.CODEC.write(text.annotations(), out);
        }
        out.writeFieldName(TEXT);
        out.writeString(text.text());
        writeMeta(text.meta(), out);
        out.writeEndObject();
    }

    private static void writeMeta(@Nullable Meta meta, JsonGenerator out) throws IOException {
        if (meta != null) {
            out.writeFieldName(META);
            Meta.CODEC.write(meta, out);
        }
    }
}
