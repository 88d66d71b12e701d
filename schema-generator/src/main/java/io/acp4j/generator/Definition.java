package io.acp4j.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the definitions say of one type.
 *
 * @param name its name
 * @param area the package that it is in, below {@code io.acp4j.schema}; empty for that package itself
 * @param kind what it is
 * @param hand why its source is written by hand; null when it is generated
 * @param doc what it means; empty for types written by hand
 * @param see the page of the specification and its title; null when there is none
 * @param unstable the feature that it belongs to; null when it is stable
 * @param schema its name in the official schema
 * @param parents the interfaces it implements or extends, besides the unions that it is a variant of
 * @param members an object's members, in the order of the record's components; of what is not known, those that all variants have
 * @param written the names of an object's members on the wire, in the order in which they are written
 * @param object what else an object has
 * @param union what a union has
 * @param words the well-known words of an open value with their meaning
 * @param value what an id's or a word's text is
 * @param only the one version that has it; 0 when all have
 * @param second what differs in version 2
 */
public record Definition(
        String name,
        String area,
        Kind kind,
        @Nullable String hand,
        String doc,
        @Nullable String see,
        @Nullable String unstable,
        String schema,
        List<String> parents,
        List<Member> members,
        List<String> written,
        ObjectParts object,
        UnionParts union,
        Map<String, String> words,
        String value,
        int only,
        Second second) {

    /** The feature that all of version 2 belongs to, as long as it is a draft. */
    static final String DRAFT = "protocol-version-2";

    /**
     * What differs in version 2.
     *
     * @param schema its name in the official schema of version 2
     * @param unstable the feature that it belongs to there; null when it is a part of the stable draft
     * @param by the static method written by hand that declares its members there; null when the definition does
     * @param members the members that such a method declares
     * @param union what a union has there
     * @param words the well-known words that version 2 adds, with their meaning
     */
    public record Second(
            String schema,
            @Nullable String unstable,
            @Nullable String by,
            List<Member> members,
            UnionParts union,
            Map<String, String> words) {}

    /** What a type is. */
    public enum Kind {
        /** An object with members. */
        OBJECT,
        /** Objects told apart by the value of one member. */
        UNION,
        /** Objects told apart by which member they have. */
        MEMBER_UNION,
        /** What several types have in common in Java: no type on the wire. */
        FAMILY,
        /** A string with well-known values, others allowed. */
        WORDS,
        /** An opaque string. */
        ID,
        /** The variant of a union that keeps what is not known. */
        UNKNOWN,
        /** An object whose presence says yes, a boolean in Java: no source. */
        MARKER,
        /** A type of the official schema that is a plain string, or any JSON, in Java: no source. */
        BARE,
        /** Something else, written by hand. */
        OTHER
    }

    /**
     * What a type has besides its members, words or variants.
     *
     * @param nullMeansEmpty whether {@code null} is read as an object without members
     * @param extras whether unknown members are kept
     * @param key whether an id is a key from the first message on, so that its equality is written out
     * @param metaKey the member of {@code _meta} that holds the object; null when it is not held there
     * @param strictInMeta whether a malformed one there is an error, and not read as none
     * @param text what stands between the brackets of the object's text, with code in braces; null for all members
     * @param constants values with a name
     * @param factories ways to make a value besides {@code of} with all that is required
     * @param methods what can be asked of a value besides its members
     * @param builder what the builder starts with; null for all that is required
     * @param adders what the builder has besides a method for each member
     * @param fixed members on the wire that are the same in all objects
     */
    public record ObjectParts(
            boolean nullMeansEmpty,
            boolean extras,
            boolean key,
            @Nullable String metaKey,
            boolean strictInMeta,
            @Nullable String text,
            List<Constant> constants,
            List<Code> factories,
            List<Code> methods,
            @Nullable List<String> builder,
            List<Code> adders,
            List<Member> fixed) {}

    /**
     * A value with a name.
     *
     * @param name its name
     * @param doc what it means
     * @param values the members that differ from their defaults
     * @param type its type in Java; null for the type itself
     * @param is what it is, as an expression; null when it is made of members
     */
    public record Constant(
            String name,
            String doc,
            Map<String, String> values,
            @Nullable String type,
            @Nullable String is) {}

    /**
     * A method: a static one that makes a value, or one of a value.
     *
     * @param name its name
     * @param takes the members that it takes; one with {@code ...} as variable arguments, with {@code ?} also null. Where {@code is}
     *     says what is returned, the parameters as Java declares them
     * @param is the expression that is returned; null when a value is made of the members
     * @param with what the parameters are that are no members
     * @param doc what it returns; empty where it overrides
     * @param returns the type of that in Java; null for the type itself
     * @param unstable the feature that the method belongs to; null when that of the type says it
     * @param overrides whether an interface of the type has it
     */
    public record Code(
            String name,
            List<String> takes,
            @Nullable String is,
            Map<String, String> with,
            String doc,
            @Nullable String returns,
            @Nullable String unstable,
            boolean overrides) {}

    /**
     * What a union has.
     *
     * @param discriminator the member that tells the variant; empty for a member union
     * @param variants the variants by the discriminator's value, or by the member that only they have; the one without
     *     under the empty string
     * @param nullTells the members of a member union that tell a variant also when they are {@code null}
     * @param unknown the variant that keeps what is not known
     * @param common what all variants have
     */
    public record UnionParts(
            String discriminator,
            Map<String, String> variants,
            List<String> nullTells,
            String unknown,
            List<Member> common) {}

    /**
     * Returns whether the source is generated.
     *
     * @return false when it is written by hand
     */
    public boolean generated() {
        return hand == null && kind != Kind.MARKER && kind != Kind.BARE;
    }

    /**
     * Returns the feature that users are warned of: the draft itself for what only version 2 has.
     *
     * @return the feature; null when the type is stable
     */
    public @Nullable String feature() {
        return unstable == null && only == 2 ? DRAFT : unstable;
    }

    /**
     * Returns the type as one version of the protocol has it.
     *
     * @param version 1 or 2
     * @return the type; null when that version has none
     */
    public @Nullable Definition in(int version) {
        if (only != 0 && only != version) {
            return null;
        }
        List<Member> here = new ArrayList<>();
        Stream.concat(object.fixed().stream(), (version == 2 && second.by != null ? second.members : members).stream())
                .flatMap(member -> member.parts().isEmpty() ? Stream.of(member) : member.parts().stream())
                .map(member -> member.in(version))
                .filter(Objects::nonNull)
                .forEach(here::add);
        boolean last = version == 2;
        Map<String, String> known = new LinkedHashMap<>(words);
        if (last) {
            known.putAll(second.words);
        }
        return new Definition(
                name,
                area,
                last && !second.union.discriminator().isEmpty() ? Kind.UNION : kind,
                hand,
                doc,
                see,
                last ? second.unstable : unstable,
                last ? second.schema : schema,
                parents,
                List.copyOf(here),
                here.stream().map(Member::wire).toList(),
                object,
                last ? second.union : union,
                known,
                value,
                only,
                second);
    }

    /** All words, whichever version has them. */
    Map<String, String> allWords() {
        Map<String, String> all = new LinkedHashMap<>(words);
        all.putAll(second.words);
        return all;
    }

    List<Member> required() {
        return members.stream().filter(Member::required).toList();
    }

    Optional<Member> find(String wanted) {
        return members.stream().filter(member -> member.name().equals(wanted)).findFirst();
    }

    Member member(String wanted) {
        return find(wanted).orElseThrow(() -> new IllegalArgumentException(name + " has no member " + wanted));
    }

    /** Returns whether version 2 has a member in another way. */
    boolean differs() {
        return members.stream().anyMatch(member -> member.second() != null);
    }
}
