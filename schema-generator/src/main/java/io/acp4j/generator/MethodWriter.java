package io.acp4j.generator;

import java.util.ArrayList;
import java.util.List;

/** Writes the methods that a definition lists: factories, of members or of an expression, and what can be asked of a value. */
final class MethodWriter {

    private final Definition type;
    private final JavaSource out;
    private final String visible;

    MethodWriter(Definition type, JavaSource out) {
        this.type = type;
        this.out = out;
        boolean isInterface = type.kind() == Definition.Kind.UNION
                || type.kind() == Definition.Kind.MEMBER_UNION
                || type.kind() == Definition.Kind.FAMILY;
        this.visible = isInterface ? "" : "public ";
    }

    void write() {
        for (Definition.Code factory : type.object().factories()) {
            if (factory.is() == null) {
                ofMembers(factory.name(), factory.takes(), factory.doc());
            } else {
                ofExpression(visible + "static ", factory, "the " + ObjectWriter.noun(type.name()));
            }
        }
        for (Definition.Code method : type.object().methods()) {
            if (method.overrides()) {
                out.add("    @Override public " + method.returns() + " " + method.name() + "() { return " + method.is()
                        + "; }\n");
                continue;
            }
            String returned = method.doc().replaceFirst("^Returns (.+?)\\.(\\s.*)?$", "$1");
            ofExpression(visible.isEmpty() ? "default " : visible, method, returned);
        }
    }

    /** Writes what a builder has besides a method for each member. */
    void adders() {
        type.object().adders().forEach(adder -> ofExpression("public ", adder, "this"));
    }

    private void ofExpression(String modifiers, Definition.Code code, String returned) {
        List<String> docs = new ArrayList<>();
        // Not at the commas of type arguments.
        for (String parameter : String.join(", ", code.takes()).split(", (?![^<]*>)", -1)) {
            if (!parameter.isEmpty()) {
                String name = parameter.substring(parameter.lastIndexOf(' ') + 1);
                String doc = code.with().get(name);
                docs.add("@param " + name + " " + (doc == null ? docOf(name, parameter.startsWith("@Nullable")) : doc));
            }
        }
        out.doc("    ", code.doc(), docs, "@return " + returned)
                .add("    " + (code.unstable() == null ? "" : "@Unstable(\"" + code.unstable() + "\") ") + modifiers
                        + (code.returns() == null ? type.name() : code.returns()) + " " + code.name() + "("
                        + String.join(", ", code.takes()) + ") { return " + code.is() + "; }\n");
    }

    /** Returns what a member is; where a value must be given, without what null means. */
    private String docOf(String member, boolean nullable) {
        String doc = type.member(member).doc();
        return nullable ? doc : doc.split("; null", 2)[0];
    }

    /** Writes a factory that takes members and leaves out the others. */
    void ofMembers(String name, List<String> takes, String doc) {
        List<String> parameters = new ArrayList<>();
        List<String> docs = new ArrayList<>();
        List<String> values = new ArrayList<>();
        type.members().forEach(member -> values.add(member.absent()));
        for (String each : takes) {
            String bare = each.replace("...", "").replace("?", "");
            Member member = type.member(bare);
            boolean nullable = each.endsWith("?");
            docs.add("@param " + bare + " " + docOf(bare, nullable));
            if (each.endsWith("...")) {
                parameters.add(member.type().boxed() + "... " + bare);
            } else if (nullable || member.rule().shape() != Rule.Shape.NULLABLE) {
                parameters.add(member.declared() + " " + bare);
            } else {
                parameters.add(member.type().plain() + " " + bare);
            }
            values.set(type.members().indexOf(member), each.endsWith("...") ? "List.of(" + bare + ")" : bare);
        }
        if (type.object().extras()) {
            values.add("Map.of()");
        }
        out.doc("    ", doc, docs, "@return the " + ObjectWriter.noun(type.name()))
                .add("    public static " + type.name() + " " + name + "(" + String.join(", ", parameters) + ") {")
                .add("        return new " + type.name() + "(" + String.join(", ", values) + ");")
                .add("    }\n");
    }
}
