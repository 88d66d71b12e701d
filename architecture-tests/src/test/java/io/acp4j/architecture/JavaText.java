package io.acp4j.architecture;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lexical operations on Java source text. */
final class JavaText {

    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "//[^\n]*|/\\*.*?\\*/|\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'",
            Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][\\w$]*");
    private static final Pattern DECLARED_TYPE = Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");

    /** A name in the code, and the offsets where it begins and ends. */
    record Name(String text, int start, int end) {}

    private JavaText() {}

    /** Returns the code with comments and literals replaced by blanks. Offsets stay the same. */
    static String withoutCommentsAndLiterals(String code) {
        return COMMENT_OR_LITERAL.matcher(code).replaceAll(JavaText::blank);
    }

    private static String blank(MatchResult found) {
        return found.group().replaceAll("[^\n]", " ");
    }

    /** Returns the names in the code that are not selected from something before them. */
    static List<Name> simpleNames(String code) {
        String plain = withoutCommentsAndLiterals(code);
        List<Name> names = new ArrayList<>();
        Matcher name = NAME.matcher(plain);
        while (name.find()) {
            if (!isSelected(plain, name.start())) {
                names.add(new Name(name.group(), name.start(), name.end()));
            }
        }
        return names;
    }

    /** Returns true if a dot or two colons precede an offset. The dots of varargs select nothing. */
    private static boolean isSelected(String plain, int offset) {
        int before = offset;
        while (before > 0 && Character.isWhitespace(plain.charAt(before - 1))) {
            before--;
        }
        return plain.startsWith("::", before - 2)
                || (plain.startsWith(".", before - 1) && !plain.startsWith("...", before - 3));
    }

    /** Returns the names of the types that the code declares, nested ones included. */
    static Set<String> declaredTypes(String code) {
        Set<String> names = new LinkedHashSet<>();
        Matcher declared = DECLARED_TYPE.matcher(withoutCommentsAndLiterals(code));
        while (declared.find()) {
            names.add(declared.group(1));
        }
        return names;
    }
}
