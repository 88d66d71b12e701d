package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A streaming parser together with the bytes it reads, so that any value can be taken raw or be read a second time.
 *
 * <p>One reader reads one document and is used by one thread. The parser is Jackson's; {@link #parser()} gives it to
 * codecs that need more than the helpers here.
 *
 * @since 0.1.0
 */
public final class JsonReader implements Closeable {

    /** Default limit on nesting: objects and arrays within each other. */
    public static final int DEFAULT_MAX_DEPTH = 256;

    /** Default limit on one string value, in characters; larger than any frame that the default frame limit admits. */
    public static final int DEFAULT_MAX_STRING_LENGTH = 64 * 1024 * 1024;

    private static final JsonFactory FACTORY = newFactory(DEFAULT_MAX_DEPTH, DEFAULT_MAX_STRING_LENGTH);

    private final JsonFactory factory;
    private final byte[] source;
    private final int origin;
    private final JsonParser parser;

    /** The reader that has already read the bytes of this one; null for the document itself. */
    private final @Nullable JsonReader outer;

    /** Created for the first omission, since most documents have none. */
    private JsonOmission.@Nullable Collector omissions;

    /** The name of the member of the outer reader; null if that reader is positioned at the value. */
    private @Nullable String member;

    /** A bit for each nesting depth whose object has names chosen by the peer. */
    private long maps;

    private JsonReader(JsonFactory factory, byte[] source, int origin, JsonParser parser, @Nullable JsonReader outer) {
        this.factory = factory;
        this.source = source;
        this.origin = origin;
        this.parser = parser;
        this.outer = outer;
    }

    /**
     * Opens a reader with the default limits.
     *
     * @param source holds the UTF-8 bytes; must not change while the reader is in use
     * @param offset where the document starts, in bytes
     * @param length its length in bytes
     * @return a reader before the first token
     * @throws IOException when the parser refuses the input
     */
    public static JsonReader over(byte[] source, int offset, int length) throws IOException {
        return over(FACTORY, source, offset, length);
    }

    /**
     * Opens a reader with the limits of a factory.
     *
     * @param factory made by {@link #factory(int, int)}
     * @param source holds the UTF-8 bytes; must not change while the reader is in use
     * @param offset where the document starts, in bytes
     * @param length its length in bytes
     * @return a reader before the first token
     * @throws IOException when the parser refuses the input
     */
    public static JsonReader over(JsonFactory factory, byte[] source, int offset, int length) throws IOException {
        requireUtf8(source, offset, length);
        return new JsonReader(factory, source, offset, factory.createParser(source, offset, length), null);
    }

    /** Refuses UTF-16 and UTF-32, which the parser would otherwise detect and read without telling byte offsets. */
    private static void requireUtf8(byte[] source, int offset, int length) throws JsonSyntaxException {
        int zeros = 0;
        int firstZero = -1;
        for (int i = 0; i < Math.min(4, length); i++) {
            byte each = source[offset + i];
            if (each == (byte) 0xFE || each == (byte) 0xFF) {
                throw new JsonSyntaxException("not UTF-8", i);
            }
            if (each == 0) {
                firstZero = firstZero < 0 ? i : firstZero;
                zeros |= 1 << i;
            }
        }
        if (zeros != 0) {
            throw new JsonSyntaxException(
                    isWide(zeros, length) ? "not UTF-8" : JsonSyntaxException.CONTROL_CHARACTER, firstZero);
        }
    }

    /** Returns whether zeros stand where the ASCII characters of UTF-16 or UTF-32 have them; one bit for each of four bytes. */
    private static boolean isWide(int zeros, int length) {
        return switch (zeros) {
            case 0b0101, 0b1010, 0b0111, 0b1110 -> length % 2 == 0;
            case 0b01, 0b10 -> length == 2;
            default -> false;
        };
    }

    /**
     * Returns a Jackson factory with limits. All who ask for the default ones get the same; others are costly, keep one for each
     * configuration.
     *
     * @param maxDepth how deep objects and arrays may nest
     * @param maxStringLength how long one string value may be, in characters
     * @return the factory, for use by any number of threads
     */
    public static JsonFactory factory(int maxDepth, int maxStringLength) {
        return maxDepth == DEFAULT_MAX_DEPTH && maxStringLength == DEFAULT_MAX_STRING_LENGTH
                ? FACTORY
                : newFactory(maxDepth, maxStringLength);
    }

    private static JsonFactory newFactory(int maxDepth, int maxStringLength) {
        return JsonFactory.builder()
                // The peer chooses the names. Interned names would stay in a table of the JVM, which large numbers slow
                // down.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                // Pairs of surrogates as four bytes of UTF-8 and not as two escapes of six: as everybody else writes
                // them.
                .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(maxStringLength)
                        .maxNumberLength(1000)
                        .build())
                .build();
    }

    /** The factory with the default limits. */
    static JsonFactory factory() {
        return FACTORY;
    }

    /** {@return the underlying parser, at the current token} */
    public JsonParser parser() {
        return parser;
    }

    /**
     * Moves to the first token of the document.
     *
     * @throws IOException when the JSON is malformed or there is none
     */
    public void start() throws IOException {
        if (parser.nextToken() == null) {
            throw new JsonSyntaxException("no JSON value", 0);
        }
    }

    /**
     * Checks that nothing follows the value just read.
     *
     * @throws IOException when something does
     */
    public void finish() throws IOException {
        if (parser.nextToken() != null) {
            throw new JsonSyntaxException("something follows the JSON value", tokenStart() - (long) origin);
        }
    }

    /**
     * {@return the kind of the current token; null only before the first and after the last one, where codecs are never
     * called}
     */
    public JsonToken token() {
        return parser.currentToken();
    }

    /**
     * Checks that the current token opens an object.
     *
     * @throws SchemaException when it does not
     */
    public void expectObject() throws SchemaException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw unexpected("an object");
        }
    }

    /**
     * Makes the exception for a value of the wrong kind.
     *
     * @param expected what the type demands, with its article: "a string"
     * @return the exception, to be thrown
     */
    public SchemaException unexpected(String expected) {
        return new SchemaException("expected " + expected + ", found " + kind(parser.currentToken()));
    }

    /**
     * Reads the current value as it stands and moves to its last token.
     *
     * @return a copy of the value's bytes
     * @throws IOException when the value is malformed
     */
    public RawJson raw() throws IOException {
        int from = tokenStart();
        skipValue();
        return slice(from, position());
    }

    /**
     * Reads a value that this reader has passed.
     *
     * @param from where the value starts, an index into the source
     * @param to where it ends
     * @return a copy of the value's bytes
     */
    RawJson slice(int from, int to) {
        return RawJson.trusted(Arrays.copyOfRange(source, from, to));
    }

    /**
     * Moves to the last token of the current value, reading it to its very end.
     *
     * @throws IOException when the value is malformed
     */
    public void skipValue() throws IOException {
        parser.skipChildren();
        parser.finishToken();
    }

    /** {@return where the current token starts, an index into the source bytes} */
    public int tokenStart() {
        return origin + (int) parser.currentTokenLocation().getByteOffset();
    }

    /**
     * {@return how far the source bytes have been read, an index; the end of the current token after {@link
     * #skipValue()}}
     */
    public int position() {
        return origin + (int) parser.currentLocation().getByteOffset();
    }

    /**
     * Opens a second reader over bytes that this one has passed, on the first token of the value there.
     *
     * @param from where the value starts, an index into the source as {@link #tokenStart()} tells it
     * @param to where it ends
     * @return a reader of its own, to be closed by the caller
     * @throws IOException when the parser refuses the input
     */
    public JsonReader again(int from, int to) throws IOException {
        requireUtf8(source, from, to - from);
        JsonReader reader = new JsonReader(factory, source, from, factory.createParser(source, from, to - from), this);
        reader.start();
        return reader;
    }

    /**
     * Opens a second reader for a member of the document that this reader has already read. The second reading replaces the first one, so
     * this reader no longer has {@linkplain #omissions() omissions}.
     *
     * @param from the start of the value, an index into the source as returned by {@link #tokenStart()}
     * @param to the end of the value
     * @param name the name of the member
     * @return a new reader, to be closed by the caller
     * @throws IOException when the parser refuses the input
     */
    public JsonReader again(int from, int to, String name) throws IOException {
        JsonReader reader = again(from, to);
        reader.member = name;
        if (omissions != null) {
            omissions.clear();
        }
        return reader;
    }

    /**
     * Returns the values that codecs have left out of the document so far.
     *
     * @return at most 32 omissions, followed by one with the number of unlisted omissions if there are any
     */
    public List<JsonOmission> omissions() {
        return omissions == null ? List.of() : omissions.toList();
    }

    /**
     * Records that a value was left out, after {@link #recover}.
     *
     * @param problem what was wrong with the value
     */
    void omit(SchemaException problem) {
        JsonReader document = this;
        while (document.outer != null) {
            document = document.outer;
        }
        if (document.omissions == null) {
            document.omissions = new JsonOmission.Collector();
        }
        document.omissions.add(new JsonOmission(path(), problem.getMessage()));
    }

    private String path() {
        String own = JsonOmission.Collector.path(parser.getParsingContext(), maps);
        if (outer == null) {
            return own;
        }
        return (member == null ? outer.path() : "/" + member) + own;
    }

    /**
     * Marks the names of the current object as chosen by the peer, so that paths do not contain them.
     *
     * @return the marks before, for {@link #restoreMarks}
     */
    long markMap() {
        long before = maps;
        int depth = parser.getParsingContext().getNestingDepth();
        maps |= depth < Long.SIZE ? 1L << depth : 0;
        return before;
    }

    void restoreMarks(long before) {
        maps = before;
    }

    /** {@return the nesting depth of the object or array that holds the current value, for {@link #recover(int)}} */
    public int depthOfParent() {
        int depth = parser.getParsingContext().getNestingDepth();
        return parser.currentToken().isStructStart() ? depth - 1 : depth;
    }

    /**
     * Skips what is left of a value whose reading failed with a {@link SchemaException}, so that its parent can go on
     * behind it.
     *
     * @param parentDepth what {@link #depthOfParent()} told on the first token of the value
     * @throws IOException when the rest is malformed JSON
     */
    public void recover(int parentDepth) throws IOException {
        while (parser.getParsingContext().getNestingDepth() > parentDepth) {
            if (parser.nextToken() == null) {
                return;
            }
        }
        parser.finishToken();
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }

    private static String kind(JsonToken token) {
        return switch (token) {
            case START_OBJECT, END_OBJECT, FIELD_NAME -> "an object";
            case START_ARRAY, END_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            default -> "something else";
        };
    }
}
