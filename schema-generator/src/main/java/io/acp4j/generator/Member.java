package io.acp4j.generator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One member of an object type.
 *
 * @param name its name in Java
 * @param wire its name on the wire
 * @param rule what its absence and malformation mean
 * @param type its type, or that of its elements
 * @param codec the expression of a codec written by hand; null for the codec of the type
 * @param defaultValue its default; null when it has none
 * @param otherwise what it is where a version lacks it, if that is not the default; null when it is
 * @param unstable the feature that it belongs to; null when it is stable
 * @param hidden whether its value may not appear in texts, being a secret
 * @param check a static method that looks at the value; null when there is none
 * @param doc what it is, for {@code @param}; empty for types written by hand
 * @param only the one version that has it; 0 when all have
 * @param second what it is in version 2, where that differs; null when it is the same
 * @param nullable whether null stands for absence in Java, since a version lets it be absent
 * @param parts the members on the wire that it is made of, where its own name is not there: its codec is then the class that
 *     declares and reads them; empty for others
 */
public record Member(
        String name,
        String wire,
        Rule rule,
        WireType type,
        @Nullable String codec,
        @Nullable String defaultValue,
        @Nullable String otherwise,
        @Nullable String unstable,
        boolean hidden,
        @Nullable String check,
        String doc,
        int only,
        @Nullable Member second,
        boolean nullable,
        List<Member> parts) {

    /** Returns whether every value has it. */
    boolean required() {
        return rule.required() && !nullable && only == 0;
    }

    /** Returns the member as one version has it; null when that has none. */
    @Nullable
    Member in(int version) {
        if (only != 0 && only != version) {
            return null;
        }
        return version == 2 && second != null ? second : this;
    }

    boolean collection() {
        return rule.shape() == Rule.Shape.LIST || rule.shape() == Rule.Shape.MAP || type.kind() == WireType.Kind.LIST;
    }

    /** Returns whether the rule lets null stand for absence. */
    static boolean nullable(Rule rule, @Nullable String defaultValue) {
        return switch (rule.shape()) {
            case NULLABLE -> defaultValue == null;
            case NULLABLE_LIST -> true;
            case VALUE, LIST, MAP, PATCH -> false;
        };
    }

    /** The type in Java, without an annotation. */
    String javaType() {
        return switch (rule.shape()) {
            case LIST, NULLABLE_LIST -> "List<" + type.boxed() + ">";
            case MAP -> "Map<String, " + type.boxed() + ">";
            case PATCH -> "Patch<" + type.boxed() + ">";
            case VALUE, NULLABLE -> nullable ? type.boxed() : type.plain();
        };
    }

    /** The type in Java as a type argument. */
    String boxedType() {
        return switch (rule.shape()) {
            case LIST, NULLABLE_LIST, MAP, PATCH -> javaType();
            case VALUE, NULLABLE -> type.boxed();
        };
    }

    /** Returns what a component, parameter or field of this member is declared as. */
    String declared() {
        return (nullable ? "@Nullable " : "") + javaType();
    }

    boolean primitive() {
        return Character.isLowerCase(javaType().charAt(0));
    }

    /**
     * Returns the feature that users are warned of: the draft itself for what only version 2 has.
     *
     * @return the feature; null when the member is stable
     */
    public @Nullable String feature() {
        return unstable == null && only == 2 ? Definition.DRAFT : unstable;
    }

    /** The value when nothing is said. */
    String absent() {
        String value = otherwise == null ? defaultValue : otherwise;
        if (value != null) {
            return defaultExpression(value);
        }
        return switch (rule.shape()) {
            case LIST -> "List.of()";
            case MAP -> "Map.of()";
            case PATCH -> "Patch.unchanged()";
            case NULLABLE, NULLABLE_LIST -> "null";
            case VALUE -> type.kind() == WireType.Kind.LIST && !nullable ? "List.of()" : "null";
        };
    }

    /** A constant of the member's own type is named without it. */
    String defaultExpression(String value) {
        return Character.isUpperCase(value.charAt(0)) && value.indexOf('.') < 0 ? type.boxed() + "." + value : value;
    }
}
