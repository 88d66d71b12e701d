package io.acp4j.schema.internal.text;

import static org.assertj.core.api.Assertions.fail;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.SessionNotification;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of any script, however it is escaped and wherever it lies: the short cut and the declared codec agree. */
class TextFuzzTest {

    private static final int CASES = 20_000;

    private static final List<String> SCRIPTS = List.of(
            "abcdefghijklmnopqrstuvwxyz ABC.,;?!0189",
            "Grüße, Äpfel und Öl – „schön“ … Straße?",
            "Привет, мир! Ёлка ’",
            "שלום עולם مرحبا بالعالم",
            "你好，世界。流式文本？",
            "こんにちは 세계 ｶﾅ",
            "हिन्दी ไทย தமிழ்",
            "😀🎉👩‍👩‍👧‍👦🏳️‍🌈 ok? 𝔘𝔫𝔦 𠜎",
            "if (a < \"b\") {\n\treturn '\\\\';\r\n}\b\f/ // ?\\u0041",
            "\u0000\u0001\u001b[31m\u001f \u007f\u0080\u0085\u07ff\u0800\u2028\u2029\uFEFF\uFFFD\uFFFE\uFFFF");

    /** Pieces of bytes that are no UTF-8, or only in the right company. */
    private static final List<byte[]> ODD = List.of(
            bytes(0x80),
            bytes(0xbf),
            bytes(0xc0, 0x80),
            bytes(0xc1, 0xbf),
            bytes(0xc3),
            bytes(0xe0, 0x80, 0x80),
            bytes(0xe2, 0x82),
            bytes(0xed, 0xa0, 0x80),
            bytes(0xed, 0xb8, 0x80),
            bytes(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80),
            bytes(0xef, 0xbf, 0xbd),
            bytes(0xf0, 0x80, 0x80, 0x80),
            bytes(0xf0, 0x9f, 0x98),
            bytes(0xf4, 0x90, 0x80, 0x80),
            bytes(0xf8),
            bytes(0xff),
            bytes('"'),
            bytes('\\'),
            bytes('\\', 'u'),
            bytes('\\', 'u', 'd', '8', '3', 'd'),
            bytes('\\', 'u', 'D', 'E', '0', '0'),
            bytes('\\', 'x'),
            bytes('\n'),
            bytes(0),
            bytes('}'));

    /** Odd seeds are of version 1, even ones of version 2, where each piece names its message. */
    private static WireVersion versionOf(long seed) {
        return seed % 2 == 0 ? WireVersion.V2 : WireVersion.V1;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void wellFormedTextIsAlwaysReadAsTheDeclaredCodecReadsIt(long seed) throws Exception {
        Random random = new Random(seed);
        WireVersion version = versionOf(seed);
        TextUpdateReader reader = reader(version);
        for (int i = 0; i < CASES; i++) {
            String text = text(random);
            byte[] document = document(random, escaped(random, text), version == WireVersion.V2);
            byte[] buffer = surrounded(random, document);
            int from = (buffer.length - document.length) / 2;

            SessionNotification read = reader.read(buffer, from, from + document.length);

            if (read == null
                    || !read.equals(SessionNotification.CODEC.in(version).decode(document))
                    || !saysText(read, text)) {
                fail("seed %d, case %d: read as %s", seed, i, read);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 4})
    void damagedTextIsNeverReadOtherwiseThanByTheDeclaredCodec(long seed) {
        Random random = new Random(seed);
        WireVersion version = versionOf(seed);
        TextUpdateReader reader = reader(version);
        for (int i = 0; i < CASES; i++) {
            byte[] document = damaged(random, document(random, escaped(random, text(random)), false));

            SessionNotification read = reader.read(document, 0, document.length);

            if (read != null && !read.equals(declared(document, version))) {
                fail("seed %d, case %d: read as %s", seed, i, read);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void textIsWrittenAsTheDeclaredCodecWritesIt(long seed) {
        Random random = new Random(seed);
        WireVersion version = versionOf(seed);
        for (int i = 0; i < CASES; i++) {
            boolean whole = random.nextInt(8) > 0;
            String text = whole ? text(random) : withHalfPair(random, text(random));
            SessionNotification value = new SessionNotification(
                    new SessionId(random.nextBoolean() ? "s-1" : text(random)),
                    AgentMessageChunk.text(
                            version == WireVersion.V1 && random.nextBoolean() ? null : new MessageId(text(random)),
                            text),
                    null);
            int at = random.nextInt(20);
            byte[] to = new byte[at + TextUpdateWriter.room(value, SessionNotification.CODEC.in(version))];

            int end = TextUpdateWriter.write(value, to, at);

            if ((end >= 0) != whole
                    || (whole
                            && !Arrays.equals(
                                    Arrays.copyOfRange(to, at, end),
                                    SessionNotification.CODEC.in(version).encode(value)))) {
                fail("seed %d, case %d: %s", seed, i, text);
            }
        }
    }

    private static boolean saysText(SessionNotification value, String text) {
        return ((AgentMessageChunk) value.update()).text().equals(text);
    }

    private static Object declared(byte[] document, WireVersion version) {
        try {
            return SessionNotification.CODEC.in(version).decode(document);
        } catch (SchemaException | JsonSyntaxException e) {
            return e;
        }
    }

    /** Text of one script, or a mixture of all. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        String script = SCRIPTS.get(random.nextInt(SCRIPTS.size()));
        boolean mixed = random.nextInt(4) == 0;
        for (int length = random.nextInt(40); length > 0; length--) {
            if (mixed) {
                script = SCRIPTS.get(random.nextInt(SCRIPTS.size()));
            }
            int at = random.nextInt(script.length());
            text.appendCodePoint(script.codePointAt(Character.isLowSurrogate(script.charAt(at)) ? at - 1 : at));
        }
        return text.toString();
    }

    private static String withHalfPair(Random random, String text) {
        int at = text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) + 1));
        return text.substring(0, at) + (random.nextBoolean() ? '\uDE00' : "\uD83D!") + text.substring(at);
    }

    /** A JSON string: every character raw, with its short escape or with a numeric one, as may be. */
    private static String escaped(Random random, String text) {
        StringBuilder json = new StringBuilder().append('"');
        int oneIn = 1 + random.nextInt(20);
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            at += Character.charCount(character);
            int shortEscape = "\"\\/\n\t\r\b\f".indexOf(character);
            if (shortEscape >= 0 && (shortEscape != 2 || random.nextBoolean())) {
                json.append('\\').append("\"\\/ntrbf".charAt(shortEscape));
            } else if (character < ' ' || random.nextInt(oneIn) == 0) {
                for (char unit : Character.toChars(character)) {
                    String digits = random.nextBoolean() ? "0123456789abcdef" : "0123456789ABCDEF";
                    json.append("\\u");
                    for (int shift = 12; shift >= 0; shift -= 4) {
                        json.append(digits.charAt((unit >> shift) & 0xf));
                    }
                }
            } else {
                json.appendCodePoint(character);
            }
        }
        return json.append('"').toString();
    }

    private static byte[] document(Random random, String json, boolean named) {
        String content =
                random.nextBoolean() ? "\"type\":\"text\",\"text\":" + json : "\"text\":" + json + ",\"type\":\"text\"";
        String id = random.nextInt(4) == 0 ? json : "\"m\"";
        return ("{\"sessionId\":" + (random.nextInt(4) == 0 ? json : "\"s\"")
                        + ",\"update\":{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{" + content + "}"
                        + (!named && random.nextBoolean() ? "" : ",\"messageId\":" + id) + "}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Puts a document somewhere into a larger buffer, between bytes that would mislead who looks at them. */
    private static byte[] surrounded(Random random, byte[] document) {
        int margin = random.nextInt(20);
        byte[] buffer = new byte[document.length + 2 * margin];
        Arrays.fill(buffer, (byte) (random.nextBoolean() ? '"' : 0xff));
        System.arraycopy(document, 0, buffer, margin, document.length);
        return buffer;
    }

    private static byte[] damaged(Random random, byte[] document) {
        byte[] bytes = document;
        for (int faults = 1 + random.nextInt(2); faults > 0; faults--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes = joined(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + 1, bytes.length));
                case 2 -> bytes = joined(Arrays.copyOf(bytes, Math.max(1, at)));
                default -> {
                    byte[] odd = ODD.get(random.nextInt(ODD.size()));
                    bytes = joined(Arrays.copyOf(bytes, at), odd, Arrays.copyOfRange(bytes, at, bytes.length));
                }
            }
            if (bytes.length == 0) {
                return new byte[] {'{'};
            }
        }
        return bytes;
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static TextUpdateReader reader(WireVersion version) {
        return Objects.requireNonNull(TextUpdateReader.of(SessionNotification.CODEC.in(version)));
    }
}
