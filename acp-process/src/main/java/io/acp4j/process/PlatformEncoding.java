package io.acp4j.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The encodings in which this JVM passes text to the operating system: the words and variables of new processes, and paths.
 *
 * <p>Java replaces characters that these encodings lack with question marks. In the locale {@code POSIX}, {@code rm é} becomes {@code rm
 * ?}, which removes other files. This class refuses such text. All processes of this library are started by {@link #start} or {@link
 * ProcessTree#start}, so each process receives exactly the specified text.
 *
 * <table class="striped">
 *   <caption>Encoding of a word</caption>
 *   <thead><tr><th>encoding of the locale ({@code sun.jnu.encoding})</th><th>bytes that the process receives</th></tr></thead>
 *   <tbody>
 *     <tr><td>has all characters of the word</td><td>the word in that encoding</td></tr>
 *     <tr><td>US-ASCII (locales {@code C} and {@code POSIX}), which lacks one</td><td>the word in UTF-8</td></tr>
 *     <tr><td>another one, which lacks one</td><td>none: the word is refused</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>Java itself encodes words in {@code file.encoding} up to release 17, and in {@code sun.jnu.encoding} since then. If these encodings
 * differ, this class selects the characters that result in the bytes above. If no such characters exist, the word is refused. In the locale
 * {@code POSIX} this applies to every word with a character outside of US-ASCII, unless {@code file.encoding} of Java 17 is UTF-8 or a
 * similar encoding. Unpaired surrogates are always refused. Windows passes words in UTF-16, so no word is refused or changed there.
 *
 * <p>Immutable.
 *
 * @since 0.1.0
 */
public final class PlatformEncoding {

    /** Last release that encodes words in {@code file.encoding}. */
    private static final int LAST_WITH_DEFAULT_CHARSET = 17;

    /** The character that replaces bytes that cannot be decoded. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final PlatformEncoding THIS_SYSTEM = new PlatformEncoding(
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows"),
            systemCharset(),
            Runtime.version().feature() <= LAST_WITH_DEFAULT_CHARSET ? Charset.defaultCharset() : systemCharset());

    private final boolean windows;
    private final Charset system;
    private final Charset process;

    /**
     * Creates an encoding.
     *
     * @param windows true if the system accepts UTF-16
     * @param system the charset of the locale, in which the system reads paths
     * @param process the charset in which the JVM encodes the words of a new process
     */
    PlatformEncoding(boolean windows, Charset system, Charset process) {
        this.windows = windows;
        this.system = system;
        this.process = process;
    }

    /**
     * Returns the encoding of this JVM.
     *
     * @return the encoding, which does not change while the JVM runs
     */
    public static PlatformEncoding ofThisSystem() {
        return THIS_SYSTEM;
    }

    private static Charset systemCharset() {
        String name = System.getProperty("sun.jnu.encoding", "");
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return Charset.defaultCharset(); // as the JDK does
        }
    }

    /**
     * Starts a process that receives exactly the specified words, variables and directory. Modifies the builder: in some locales, its words
     * contain different characters afterwards.
     *
     * @param builder describes the process; its inherited variables stay as they are
     * @return the process
     * @throws IOException if the process cannot be started
     * @throws IllegalArgumentException if a word, a variable or the directory cannot be encoded; the message contains its position but not
     *     its text
     */
    public Process start(ProcessBuilder builder) throws IOException {
        encode(builder);
        return builder.start();
    }

    /**
     * Checks that a new process can receive a text.
     *
     * @param text a word, or the name or value of a variable
     * @param name the description of the text for the message, such as "argument 2"
     * @throws IllegalArgumentException if the text cannot be encoded
     */
    public void requireWord(String text, String name) {
        encoded(text, name);
    }

    /**
     * Checks that a path can be passed to the operating system.
     *
     * @param path the text of the path
     * @param name the description of the path for the message
     * @throws IllegalArgumentException if the path cannot be encoded
     */
    public void requirePath(String path, String name) {
        if (!windows && bytes(path, system) == null) {
            throw new IllegalArgumentException(problem(path, name, character -> bytes(character, system) != null));
        }
    }

    /**
     * Checks that the text of a path denotes the same path, so that the text can be sent to a peer or passed to a process.
     *
     * @param path the path
     * @param name the description of the path for the message
     * @throws IllegalArgumentException if the path contains a name that is invalid in the encoding of the locale; the working directory of
     *     this JVM can be such a path
     */
    public void requireText(Path path, String name) {
        if (path.toAbsolutePath().startsWith(Path.of("").toAbsolutePath())) {
            requireWorkingDirectory(name);
        }
        try {
            if (path.equals(path.getFileSystem().getPath(path.toString()))) {
                return;
            }
        } catch (InvalidPathException e) {
            // The replacement character that Java shows has no encoding.
        }
        throw invalidPath(name);
    }

    /** Java decodes its working directory and encodes it again, so the path contains question marks and seems to be exact. */
    private void requireWorkingDirectory(String name) {
        String directory = System.getProperty("user.dir", "");
        if (directory.indexOf(REPLACEMENT) >= 0) {
            throw invalidPath(name);
        }
    }

    private IllegalArgumentException invalidPath(String name) {
        return new IllegalArgumentException(name + " contains a file name that is not valid in " + system
                + ", the encoding of this JVM's locale; " + remedy());
    }

    /** Checks the words, the variables and the directory of a process. */
    void require(ProcessBuilder builder) {
        words(builder);
        variables(builder);
        directory(builder);
    }

    private void encode(ProcessBuilder builder) {
        builder.command(words(builder));
        Map<String, String> environment = builder.environment();
        for (Map.Entry<String, Map.Entry<String, String>> change :
                variables(builder).entrySet()) {
            environment.remove(change.getKey());
            environment.put(change.getValue().getKey(), change.getValue().getValue());
        }
        String directory = directory(builder);
        if (directory != null) {
            builder.directory(new File(directory));
        }
    }

    private List<String> words(ProcessBuilder builder) {
        List<String> words = new ArrayList<>();
        for (String word : builder.command()) {
            words.add(encoded(word, words.isEmpty() ? "the program" : "argument " + words.size()));
        }
        return words;
    }

    /** Returns the added variables, which are replaced. Inherited variables keep their bytes, which Java may have decoded incorrectly. */
    private Map<String, Map.Entry<String, String>> variables(ProcessBuilder builder) {
        Map<String, Map.Entry<String, String>> changes = new LinkedHashMap<>();
        builder.environment().forEach((name, value) -> {
            if (!value.equals(System.getenv(name))) {
                String encodedName = encoded(name, "the name of a variable");
                String encodedValue = encoded(value, "the variable " + name);
                if (!encodedName.equals(name) || !encodedValue.equals(value)) {
                    changes.put(name, Map.entry(encodedName, encodedValue));
                }
            }
        });
        return changes;
    }

    private @Nullable String directory(ProcessBuilder builder) {
        File directory = builder.directory();
        return directory == null ? null : encoded(directory.getPath(), "the working directory");
    }

    /** Returns the text that Java encodes into the bytes that the process must receive. */
    private String encoded(String text, String name) {
        String encoded = encoded(text);
        if (encoded == null) {
            throw new IllegalArgumentException(problem(text, name, character -> encoded(character) != null));
        }
        return encoded;
    }

    @Nullable
    String encoded(String text) {
        if (windows) {
            return text;
        }
        byte[] wanted = bytes(text, system);
        if (wanted == null && system.equals(US_ASCII)) {
            wanted = bytes(text, UTF_8); // programs in this locale pass other bytes on unchanged
        }
        if (wanted == null || system.equals(process)) {
            return wanted == null || bytes(text, process) == null ? null : text;
        }
        try {
            String same = process.newDecoder().decode(ByteBuffer.wrap(wanted)).toString();
            return ByteBuffer.wrap(wanted).equals(process.newEncoder().encode(CharBuffer.wrap(same))) ? same : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Returns the bytes of a text; null if they do not denote exactly this text. */
    private static byte @Nullable [] bytes(String text, Charset charset) {
        try {
            ByteBuffer encoded = charset.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return new String(bytes, charset).equals(text) ? bytes : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private String problem(String text, String name, Predicate<String> isEncodable) {
        int index = 0;
        int character = text.codePointAt(0);
        while (isEncodable.test(Character.toString(character))) {
            index += Character.charCount(character);
            character = text.codePointAt(index);
        }
        if (Character.getType(character) == Character.SURROGATE) {
            return name + " contains half of a surrogate pair at index " + index + ", which is not a character";
        }
        return name + " contains a character at index " + index
                + " that this JVM cannot pass on: the encoding of its locale is " + system
                + (system.equals(process) ? "" : ", and file.encoding is " + process) + "; " + remedy();
    }

    private static String remedy() {
        return "start the JVM in a locale with UTF-8, for example with the variable LC_ALL=C.UTF-8";
    }
}
