package io.acp4j.inspector.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.text.CodeHighlighter.Piece;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodeHighlighterTest {

    private static String text(List<Piece> pieces) {
        return pieces.stream().map(Piece::text).collect(Collectors.joining());
    }

    /** One line of each kind of lexer, with the expected colour of a part of it. */
    @ParameterizedTest
    @CsvSource(delimiterString = " : ", quoteCharacter = '^', textBlock = """
            java                 : return x; // end             : keyword : return
            Java title="A.java"  : return x; // end             : comment : // end
            kotlin               : fun a() = "b"                : string  : "b"
            py                   : def a(): return 'b'          : string  : 'b'
            javascript           : let a = `b`;                 : string  : `b`
            ts                   : let a: string = 1;           : number  : 1
            json                 : {"a": true}                  : number  : true
            yaml                 : # note                       : comment : # note
            xml                  : <a b="c"/>                   : string  : "c"
            bash                 : # note                       : comment : # note
            sql                  : select 1 from t              : keyword : select
            rust                 : fn main() {}                 : keyword : fn
            go                   : func main() {}               : keyword : func
            c++                  : #include <a>                 : tag     : #include
            diff                 : -old                         : removed : -old
            patch                : +new                         : added   : +new
            """)
    void partOfALineHasAColour(String info, String line, String colour, String part) {
        List<Piece> pieces = new CodeHighlighter().pieces(info, line + "\n");

        assertThat(text(pieces)).isEqualTo(line + "\n");
        assertThat(pieces).anySatisfy(piece -> {
            assertThat(piece.colour()).isEqualTo(colour);
            assertThat(piece.text().strip()).startsWith(part);
        });
    }

    @Test
    void commentContinuesInTheNextLine() {
        assertThat(new CodeHighlighter().pieces("java", "/* a\nb */ int"))
                .contains(new Piece("b */", "comment"), new Piece("int", "name"));
    }

    @Test
    void noCharacterIsLostInAnyLanguage() {
        Random random = new Random(28);
        String[] parts = {
            "\"",
            "'",
            "/*",
            "*/",
            "<",
            "{",
            "(",
            "\\",
            "0",
            "$",
            "`",
            "${",
            "<a ",
            "%",
            "@",
            "&",
            "\t",
            " ",
            "x",
            "<?php",
            "?>",
            "<script>",
            "</script>",
            "<!--",
            "-->",
            "\ud83d\ude00",
            "\ud83d",
            "é",
            "=",
            "#",
            "//",
            "--",
            "'''",
            "\"\"\"",
            "}",
            ")",
            ">",
            "<style>",
            "1.",
            "0x",
            "\\u",
            "\f",
            "\r",
            "\u2028",
            "\n",
            "\n",
            "+",
            "-",
            "@@"
        };
        for (String language : CodeHighlighter.languages()) {
            for (int i = 0; i < 200; i++) {
                StringBuilder code = new StringBuilder();
                for (int length = random.nextInt(30); length >= 0; length--) {
                    code.append(parts[random.nextInt(parts.length)]);
                }
                assertThat(text(new CodeHighlighter().pieces(language, code.toString())))
                        .as(language)
                        .isEqualTo(code.toString());
            }
        }
    }

    @Test
    void coloursAreThoseOfThePage() {
        for (String language : CodeHighlighter.languages()) {
            new CodeHighlighter()
                    .pieces(language, "/** a */ # <!-- b --> <c d=\"e\"> @F 12 true 'g' if\n-h\n+i\n")
                    .forEach(piece ->
                            assertThat(String.valueOf(piece.colour())).matches("null|" + CodeHighlighter.COLOURS));
        }
    }
}
