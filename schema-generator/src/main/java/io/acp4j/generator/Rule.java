package io.acp4j.generator;

import java.util.Arrays;
import java.util.Optional;

/** What the absence, {@code null} or malformation of a member means; named like the methods of {@code ObjectDeclaration}. */
public enum Rule {
    /** Must be there and well-formed. */
    REQUIRED("required", true, false, Shape.VALUE),
    /** May be absent or {@code null}; strict otherwise. */
    OPTIONAL("optional", false, false, Shape.NULLABLE),
    /** As optional with a default, and not written when it has that value. */
    OPTIONAL_UNLESS_DEFAULT("optionalUnlessDefault", false, false, Shape.VALUE),
    /** May be absent; {@code null} is a value. */
    NULLABLE("nullable", false, false, Shape.NULLABLE),
    /** May be absent, {@code null} or malformed, all meaning null or the default. */
    LENIENT("lenient", false, true, Shape.NULLABLE),
    /** As lenient with a default, and not written when it has that value. */
    LENIENT_UNLESS_DEFAULT("lenientUnlessDefault", false, true, Shape.VALUE),
    /** An array that may be absent or {@code null}, both meaning empty. */
    LIST("list", false, false, Shape.LIST),
    /** An array that must be there; {@code null} means empty. */
    REQUIRED_LIST("requiredList", true, false, Shape.LIST),
    /** An array that may be absent or malformed; invalid elements are left out. */
    LENIENT_LIST("lenientList", false, true, Shape.LIST),
    /** An array that must be there; malformed means empty, invalid elements are left out. */
    REQUIRED_LENIENT_LIST("requiredLenientList", true, true, Shape.LIST),
    /** An array where absence differs from emptiness; invalid elements are left out. */
    NULLABLE_LENIENT_LIST("nullableLenientList", false, true, Shape.NULLABLE_LIST),
    /** An object whose member names are data; absent means empty. */
    MAP("map", false, false, Shape.MAP),
    /** Absent leaves unchanged, {@code null} clears, a value replaces; malformed means unchanged. */
    PATCH("patch", false, true, Shape.PATCH),
    /** As patch, but malformed is an error. */
    STRICT_PATCH("strictPatch", false, false, Shape.PATCH),
    /** In a version that cannot clear: absent, {@code null} or malformed leaves unchanged, a value replaces. */
    LENIENT_PATCH("lenientPatch", false, true, Shape.PATCH);

    /** How a member stands in Java. */
    enum Shape {
        VALUE,
        NULLABLE,
        LIST,
        NULLABLE_LIST,
        MAP,
        PATCH
    }

    private final String word;
    private final boolean required;
    private final boolean forgiving;
    private final Shape shape;

    Rule(String word, boolean required, boolean forgiving, Shape shape) {
        this.word = word;
        this.required = required;
        this.forgiving = forgiving;
        this.shape = shape;
    }

    static Optional<Rule> byWord(String word) {
        return Arrays.stream(values()).filter(rule -> rule.word.equals(word)).findFirst();
    }

    /**
     * Returns the word in the definitions, which is the method of {@code ObjectDeclaration}, too.
     *
     * @return the word
     */
    public String word() {
        return word;
    }

    /**
     * Returns whether a writer always writes the member.
     *
     * @return true when the member must be there
     */
    public boolean required() {
        return required;
    }

    /**
     * Returns whether a malformed value is taken for an absent one.
     *
     * @return true when it is
     */
    public boolean forgiving() {
        return forgiving;
    }

    Shape shape() {
        return shape;
    }
}
