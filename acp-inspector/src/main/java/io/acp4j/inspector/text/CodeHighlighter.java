package io.acp4j.inspector.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.swing.text.Segment;
import org.fife.ui.rsyntaxtextarea.SyntaxConstants;
import org.fife.ui.rsyntaxtextarea.Token;
import org.fife.ui.rsyntaxtextarea.TokenMaker;
import org.fife.ui.rsyntaxtextarea.TokenMakerFactory;
import org.fife.ui.rsyntaxtextarea.TokenTypes;
import org.jspecify.annotations.Nullable;

/**
 * Splits source code into pieces of one colour, for the code blocks of one text. Code in an unknown language is one plain piece, and so
 * is the code after the first {@link #MAX_CHARACTERS} characters of highlighted blocks.
 */
final class CodeHighlighter {

    /** Maximum number of highlighted characters of one text. A text that is streamed is highlighted again after each chunk. */
    static final int MAX_CHARACTERS = 30_000;

    private static final String DIFF = "diff";

    /** The syntax of each language, by its name after the opening fence. */
    private static final Map<String, String> LANGUAGES = Map.ofEntries(
            Map.entry("bash", SyntaxConstants.SYNTAX_STYLE_UNIX_SHELL),
            Map.entry("bat", SyntaxConstants.SYNTAX_STYLE_WINDOWS_BATCH),
            Map.entry("batch", SyntaxConstants.SYNTAX_STYLE_WINDOWS_BATCH),
            Map.entry("c", SyntaxConstants.SYNTAX_STYLE_C),
            Map.entry("c#", SyntaxConstants.SYNTAX_STYLE_CSHARP),
            Map.entry("c++", SyntaxConstants.SYNTAX_STYLE_CPLUSPLUS),
            Map.entry("cc", SyntaxConstants.SYNTAX_STYLE_CPLUSPLUS),
            Map.entry("clj", SyntaxConstants.SYNTAX_STYLE_CLOJURE),
            Map.entry("clojure", SyntaxConstants.SYNTAX_STYLE_CLOJURE),
            Map.entry("cmd", SyntaxConstants.SYNTAX_STYLE_WINDOWS_BATCH),
            Map.entry("cpp", SyntaxConstants.SYNTAX_STYLE_CPLUSPLUS),
            Map.entry("cs", SyntaxConstants.SYNTAX_STYLE_CSHARP),
            Map.entry("csharp", SyntaxConstants.SYNTAX_STYLE_CSHARP),
            Map.entry("css", SyntaxConstants.SYNTAX_STYLE_CSS),
            Map.entry("dart", SyntaxConstants.SYNTAX_STYLE_DART),
            Map.entry(DIFF, DIFF),
            Map.entry("docker", SyntaxConstants.SYNTAX_STYLE_DOCKERFILE),
            Map.entry("dockerfile", SyntaxConstants.SYNTAX_STYLE_DOCKERFILE),
            Map.entry("go", SyntaxConstants.SYNTAX_STYLE_GO),
            Map.entry("golang", SyntaxConstants.SYNTAX_STYLE_GO),
            Map.entry("gradle", SyntaxConstants.SYNTAX_STYLE_GROOVY),
            Map.entry("groovy", SyntaxConstants.SYNTAX_STYLE_GROOVY),
            Map.entry("h", SyntaxConstants.SYNTAX_STYLE_C),
            Map.entry("hpp", SyntaxConstants.SYNTAX_STYLE_CPLUSPLUS),
            Map.entry("html", SyntaxConstants.SYNTAX_STYLE_HTML),
            Map.entry("ini", SyntaxConstants.SYNTAX_STYLE_INI),
            Map.entry("java", SyntaxConstants.SYNTAX_STYLE_JAVA),
            Map.entry("javascript", SyntaxConstants.SYNTAX_STYLE_JAVASCRIPT),
            Map.entry("js", SyntaxConstants.SYNTAX_STYLE_JAVASCRIPT),
            Map.entry("json", SyntaxConstants.SYNTAX_STYLE_JSON),
            Map.entry("json5", SyntaxConstants.SYNTAX_STYLE_JSON_WITH_COMMENTS),
            Map.entry("jsonc", SyntaxConstants.SYNTAX_STYLE_JSON_WITH_COMMENTS),
            Map.entry("jsonl", SyntaxConstants.SYNTAX_STYLE_JSON),
            Map.entry("jsx", SyntaxConstants.SYNTAX_STYLE_JAVASCRIPT),
            Map.entry("kotlin", SyntaxConstants.SYNTAX_STYLE_KOTLIN),
            Map.entry("kt", SyntaxConstants.SYNTAX_STYLE_KOTLIN),
            Map.entry("kts", SyntaxConstants.SYNTAX_STYLE_KOTLIN),
            Map.entry("less", SyntaxConstants.SYNTAX_STYLE_LESS),
            Map.entry("lisp", SyntaxConstants.SYNTAX_STYLE_LISP),
            Map.entry("lua", SyntaxConstants.SYNTAX_STYLE_LUA),
            Map.entry("make", SyntaxConstants.SYNTAX_STYLE_MAKEFILE),
            Map.entry("makefile", SyntaxConstants.SYNTAX_STYLE_MAKEFILE),
            Map.entry("mjs", SyntaxConstants.SYNTAX_STYLE_JAVASCRIPT),
            Map.entry("patch", DIFF),
            Map.entry("perl", SyntaxConstants.SYNTAX_STYLE_PERL),
            Map.entry("php", SyntaxConstants.SYNTAX_STYLE_PHP),
            Map.entry("pl", SyntaxConstants.SYNTAX_STYLE_PERL),
            Map.entry("properties", SyntaxConstants.SYNTAX_STYLE_PROPERTIES_FILE),
            Map.entry("proto", SyntaxConstants.SYNTAX_STYLE_PROTO),
            Map.entry("protobuf", SyntaxConstants.SYNTAX_STYLE_PROTO),
            Map.entry("py", SyntaxConstants.SYNTAX_STYLE_PYTHON),
            Map.entry("python", SyntaxConstants.SYNTAX_STYLE_PYTHON),
            Map.entry("rb", SyntaxConstants.SYNTAX_STYLE_RUBY),
            Map.entry("rs", SyntaxConstants.SYNTAX_STYLE_RUST),
            Map.entry("ruby", SyntaxConstants.SYNTAX_STYLE_RUBY),
            Map.entry("rust", SyntaxConstants.SYNTAX_STYLE_RUST),
            Map.entry("scala", SyntaxConstants.SYNTAX_STYLE_SCALA),
            Map.entry("scss", SyntaxConstants.SYNTAX_STYLE_LESS),
            Map.entry("sh", SyntaxConstants.SYNTAX_STYLE_UNIX_SHELL),
            Map.entry("shell", SyntaxConstants.SYNTAX_STYLE_UNIX_SHELL),
            Map.entry("sql", SyntaxConstants.SYNTAX_STYLE_SQL),
            Map.entry("svg", SyntaxConstants.SYNTAX_STYLE_XML),
            Map.entry("tcl", SyntaxConstants.SYNTAX_STYLE_TCL),
            Map.entry("toml", SyntaxConstants.SYNTAX_STYLE_INI),
            Map.entry("ts", SyntaxConstants.SYNTAX_STYLE_TYPESCRIPT),
            Map.entry("tsx", SyntaxConstants.SYNTAX_STYLE_TYPESCRIPT),
            Map.entry("typescript", SyntaxConstants.SYNTAX_STYLE_TYPESCRIPT),
            Map.entry("xml", SyntaxConstants.SYNTAX_STYLE_XML),
            Map.entry("yaml", SyntaxConstants.SYNTAX_STYLE_YAML),
            Map.entry("yml", SyntaxConstants.SYNTAX_STYLE_YAML),
            Map.entry("zsh", SyntaxConstants.SYNTAX_STYLE_UNIX_SHELL));

    /** A piece of code. The colour is a name of {@link #COLOURS}; null for plain text. */
    record Piece(String text, @Nullable String colour) {}

    /** The names of the colours, each of which is the end of a CSS class. */
    static final String COLOURS = "comment|keyword|string|number|name|tag|added|removed";

    private int remaining = MAX_CHARACTERS;

    /** Returns the languages that are highlighted. */
    static Iterable<String> languages() {
        return LANGUAGES.keySet();
    }

    /**
     * Returns the pieces of a code block, whose texts together are the code.
     *
     * @param info the text after the opening fence; its first word is the language
     * @param code the code
     */
    List<Piece> pieces(@Nullable String info, String code) {
        String language =
                info == null ? "" : info.strip().split("[\\s,{]", 2)[0].toLowerCase(Locale.ROOT);
        String syntax = LANGUAGES.get(language);
        if (syntax == null || code.length() > remaining) {
            return List.of(new Piece(code, null));
        }
        remaining -= code.length();
        PieceList pieces = new PieceList();
        if (syntax.equals(DIFF)) {
            for (String line : lines(code)) {
                pieces.add(line, diffColour(line));
            }
            return pieces.all();
        }
        // A lexer has a state, so each block has another one.
        TokenMaker lexer = TokenMakerFactory.getDefaultInstance().getTokenMaker(syntax);
        int state = TokenTypes.NULL;
        for (String line : lines(code)) {
            state = line(lexer, state, line, pieces);
        }
        return pieces.all();
    }

    /** Returns the lines with their ends. */
    private static List<String> lines(String code) {
        List<String> lines = new ArrayList<>();
        for (int start = 0; start < code.length(); ) {
            int end = code.indexOf('\n', start) + 1;
            lines.add(code.substring(start, end == 0 ? code.length() : end));
            start = end == 0 ? code.length() : end;
        }
        return lines;
    }

    private static @Nullable String diffColour(String line) {
        if (line.startsWith("@@")) {
            return "tag";
        }
        if (line.startsWith("+")) {
            return "added";
        }
        return line.startsWith("-") ? "removed" : null;
    }

    /** Adds the pieces of a line, and returns the state of the lexer after it. A lexer that loses characters leaves the line plain. */
    private static int line(TokenMaker lexer, int state, String line, PieceList pieces) {
        String text = line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
        char[] characters = text.toCharArray();
        List<Piece> found = new ArrayList<>();
        StringBuilder seen = new StringBuilder();
        int after = state;
        Token token = lexer.getTokenList(new Segment(characters, 0, characters.length), state, 0);
        while (token != null) {
            if (token.isPaintable()) {
                String lexeme = token.getLexeme();
                found.add(new Piece(lexeme, colour(token.getType())));
                seen.append(lexeme);
            }
            after = token.getType();
            token = token.getNextToken();
        }
        if (text.contentEquals(seen)) {
            found.forEach(piece -> pieces.add(piece.text(), piece.colour()));
        } else {
            pieces.add(text, null);
        }
        if (text.length() < line.length()) {
            pieces.add("\n", null);
        }
        return after;
    }

    private static @Nullable String colour(int type) {
        return switch (type) {
            case TokenTypes.COMMENT_EOL,
                    TokenTypes.COMMENT_MULTILINE,
                    TokenTypes.COMMENT_DOCUMENTATION,
                    TokenTypes.COMMENT_KEYWORD,
                    TokenTypes.COMMENT_MARKUP,
                    TokenTypes.MARKUP_COMMENT -> "comment";
            case TokenTypes.RESERVED_WORD, TokenTypes.RESERVED_WORD_2 -> "keyword";
            case TokenTypes.LITERAL_STRING_DOUBLE_QUOTE,
                    TokenTypes.LITERAL_CHAR,
                    TokenTypes.LITERAL_BACKQUOTE,
                    TokenTypes.REGEX,
                    TokenTypes.MARKUP_TAG_ATTRIBUTE_VALUE,
                    // Without its end, as in a text that is still streamed.
                    TokenTypes.ERROR_STRING_DOUBLE,
                    TokenTypes.ERROR_CHAR -> "string";
            case TokenTypes.LITERAL_BOOLEAN,
                    TokenTypes.LITERAL_NUMBER_DECIMAL_INT,
                    TokenTypes.LITERAL_NUMBER_FLOAT,
                    TokenTypes.LITERAL_NUMBER_HEXADECIMAL,
                    TokenTypes.MARKUP_ENTITY_REFERENCE -> "number";
            case TokenTypes.FUNCTION, TokenTypes.DATA_TYPE, TokenTypes.VARIABLE, TokenTypes.MARKUP_TAG_ATTRIBUTE ->
                "name";
            case TokenTypes.ANNOTATION,
                    TokenTypes.PREPROCESSOR,
                    TokenTypes.MARKUP_TAG_NAME,
                    TokenTypes.MARKUP_DTD,
                    TokenTypes.MARKUP_PROCESSING_INSTRUCTION -> "tag";
            default -> null;
        };
    }

    /** Pieces, of which neighbours of one colour are joined. */
    private static final class PieceList {

        private final List<Piece> pieces = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private @Nullable String colour;

        void add(String next, @Nullable String its) {
            if (!Objects.equals(its, colour)) {
                end();
                colour = its;
            }
            text.append(next);
        }

        private void end() {
            if (!text.isEmpty()) {
                pieces.add(new Piece(text.toString(), colour));
                text.setLength(0);
            }
        }

        /** Returns the pieces. */
        List<Piece> all() {
            end();
            return pieces;
        }
    }
}
