package io.acp4j.generator;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what the definitions say of one member, in both versions of the protocol. */
final class MemberReader {

    private MemberReader() {}

    static Member read(String name, Node node, boolean hand) {
        int only = only(node);
        Node v2 = node.node("v2");
        if (only != 0 && !v2.keys().isEmpty()) {
            throw new IllegalArgumentException(
                    v2.place() + ": only version " + only + " has the member; drop v2 or only");
        }
        String wire = node.get("wire", name.equals("meta") ? "_meta" : name);
        String doc = hand ? node.get("doc", "") : node.require("doc");
        Member first = member(name, node, wire, null, only, doc);
        Member second = v2.keys().isEmpty() ? null : member(name, v2, wire, first, 0, doc);
        v2.refuseOthers();
        boolean nullable = Member.nullable(first.rule(), first.defaultValue())
                || (second != null && Member.nullable(second.rule(), second.defaultValue()))
                || (only != 0 && first.rule() == Rule.REQUIRED);
        if (second != null
                && second.codec() == null
                && first.codec() == null
                && !first.boxedType().equals(second.boxedType())) {
            throw new IllegalArgumentException(v2.place() + ": makes it " + second.boxedType() + " in Java, not "
                    + first.boxedType() + "; take a rule of the same kind, or a codec that reads both as one type");
        }
        return withNullable(first, second == null ? null : withNullable(second, null, nullable), nullable);
    }

    private static Member withNullable(Member member, @Nullable Member second, boolean nullable) {
        return new Member(
                member.name(),
                member.wire(),
                member.rule(),
                member.type(),
                member.codec(),
                member.defaultValue(),
                member.otherwise(),
                member.unstable(),
                member.hidden(),
                member.check(),
                member.doc(),
                member.only(),
                second,
                nullable,
                member.parts());
    }

    /** Returns a member; what {@code v2} leaves out is as in version 1. */
    private static Member member(String name, Node node, String wire, @Nullable Member first, int only, String doc) {
        Optional<String> key = node.keys().stream()
                .filter(each -> Rule.byWord(each).isPresent())
                .findFirst();
        if (key.isEmpty() && first == null) {
            throw new IllegalArgumentException(node.place() + ": needs a rule, such as required or lenient");
        }
        Rule rule = key.flatMap(Rule::byWord).orElseGet(() -> first(first).rule());
        WireType type = key.map(each -> WireType.parse(node.require(each)))
                .orElseGet(() -> first(first).type());
        String codec = node.find("codec");
        String defaultValue = node.find("default");
        String unstable = node.find("unstable");
        boolean stable = first != null && node.isSet("stable");
        return new Member(
                name,
                node.get("wire", wire),
                rule,
                type,
                codec == null && first != null && key.isEmpty() ? first.codec() : codec,
                defaultValue == null && first != null ? first.defaultValue() : defaultValue,
                first == null ? node.find("absent") : first.otherwise(),
                unstable == null && first != null && !stable ? first.unstable() : unstable,
                first == null ? node.isSet("hidden") : first.hidden(),
                first == null ? node.find("check") : first.check(),
                doc,
                only,
                null,
                false,
                first == null ? Definitions.members(node, "parts", true) : first.parts());
    }

    private static Member first(@Nullable Member member) {
        if (member == null) {
            throw new IllegalStateException("version 1 has a rule");
        }
        return member;
    }

    /** The one version that has something; 0 when all have. */
    static int only(Node node) {
        String version = node.get("only", "0");
        if (!version.matches("[012]")) {
            throw new IllegalArgumentException(node.place() + ".only: there are the versions 1 and 2, not " + version);
        }
        return Integer.parseInt(version);
    }
}
