package io.acp4j.interop.drift;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The members that an object type can have, by its discriminator's value.
 *
 * @param variants members by discriminator value; a type without variants, and the variant without a discriminator, stand
 *     under the empty string
 * @param discriminators the members that tell the variant
 */
record Shape(Map<String, Map<String, Member>> variants, Set<String> discriminators) {

    /** What is compared of a member: whether it must be there, and whether a malformed one is forgiven. */
    record Member(boolean required, boolean forgiving) {
        Member or(Member other) {
            return new Member(required && other.required, forgiving || other.forgiving);
        }

        Member optional() {
            return new Member(false, forgiving);
        }
    }

    /** Makes the shape of a type that has one form. */
    static Shape single(Map<String, Member> members) {
        return new Shape(Map.of("", new TreeMap<>(members)), Set.of());
    }

    /** Unites forms that no discriminator tells apart: what one of them lacks is not required. */
    static Map<String, Member> united(Collection<Map<String, Member>> forms) {
        Map<String, Member> united = new TreeMap<>();
        forms.forEach(form -> form.forEach((name, member) -> united.merge(name, member, Member::or)));
        united.replaceAll(
                (name, member) -> forms.stream().allMatch(form -> form.containsKey(name)) ? member : member.optional());
        return united;
    }

    /** Every member of any variant. */
    Map<String, Member> all() {
        Map<String, Member> all = new TreeMap<>();
        variants.values().forEach(all::putAll);
        return all;
    }

    /** Returns the variants that a discriminator selects. */
    Collection<String> tags() {
        return variants.keySet().stream().filter(tag -> !tag.isEmpty()).sorted().toList();
    }
}
