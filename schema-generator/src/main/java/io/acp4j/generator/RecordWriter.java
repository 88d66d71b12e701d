package io.acp4j.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes what every record of members has: its comment and head, and the constructor that checks and copies. */
final class RecordWriter {

    private final Definitions definitions;
    private final Definition type;
    private final List<Member> members;
    private final JavaSource out;

    /** Writes a record of given members, which may be more than those of the type. */
    RecordWriter(Definitions definitions, Definition type, List<Member> members, JavaSource out) {
        this.definitions = definitions;
        this.type = type;
        this.members = members;
        this.out = out;
    }

    void head() {
        boolean extras = type.object().extras();
        String components = members.stream()
                .map(member -> unstable(member) + member.declared() + " " + member.name())
                .collect(Collectors.joining(", "));
        List<String> parents = definitions.parentsOf(type);
        out.typeDoc(type, params(members, extras))
                .add(JavaSource.unstable(type).strip())
                .add("public record " + type.name() + "(" + components
                        + (extras ? (components.isEmpty() ? "" : ", ") + "Map<String, RawJson> extras" : "") + ")"
                        + (parents.isEmpty() ? "" : " implements " + String.join(", ", parents)) + " {\n");
    }

    void constructor() {
        List<String> checks = new ArrayList<>();
        List<String> copies = new ArrayList<>();
        for (Member member : members) {
            String each = member.name();
            if (member.collection() && member.rule().shape() != Rule.Shape.PATCH) {
                copies.add(each + " = " + (member.nullable() ? each + " == null ? null : " : "") + copy(member, each)
                        + ";");
            } else if (!member.nullable() && !member.primitive()) {
                checks.add("Objects.requireNonNull(" + each + ", \"" + each + "\");");
            }
            if (member.collection() && member.rule().shape() == Rule.Shape.PATCH) {
                copies.add("if (" + each + " instanceof Patch.Value<"
                        + member.type().boxed() + "> list) { " + each + " = Patch.of(List.copyOf(list.value())); }");
            }
            if (member.check() != null) {
                checks.add(member.check() + "(" + each + ");");
            }
        }
        List<String> does = new ArrayList<>();
        if (!checks.isEmpty()) {
            does.add("checks that what is required is there");
        }
        if (!copies.isEmpty()) {
            does.add("copies the collections");
        }
        if (type.object().extras()) {
            does.add("copies the unknown members");
            copies.add("extras = CODEC.copyOfExtras(extras);");
        }
        if (does.isEmpty()) {
            return;
        }
        String doc = String.join(" and ", does);
        out.doc("    ", Character.toUpperCase(doc.charAt(0)) + doc.substring(1) + ".")
                .add("    public " + type.name() + " {");
        checks.forEach(out::add);
        copies.forEach(out::add);
        out.add("    }\n");
    }

    private static String copy(Member member, String each) {
        return member.rule().shape() == Rule.Shape.MAP || member.type().kind() == WireType.Kind.MAP
                ? "Collections.unmodifiableMap(new LinkedHashMap<>(" + each + "))"
                : "List.copyOf(" + each + ")";
    }

    static List<String> params(List<Member> members, boolean extras) {
        List<String> params = new ArrayList<>();
        members.forEach(member -> params.add("@param " + member.name() + " " + member.doc()));
        if (extras) {
            params.add("@param extras members that this version does not know, by name; kept so that they survive");
        }
        return params;
    }

    static List<String> names(List<Member> members) {
        return members.stream().map(Member::name).toList();
    }

    static String unstable(Member member) {
        return member.feature() == null ? "" : "@Unstable(\"" + member.feature() + "\") ";
    }
}
