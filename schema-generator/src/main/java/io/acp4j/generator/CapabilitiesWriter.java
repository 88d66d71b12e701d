package io.acp4j.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the capabilities, {@code Capabilities}: where each stands, and what of the two sides' records advertises it. */
final class CapabilitiesWriter {

    private final Definitions definitions;
    private final List<MethodTable.Capability> capabilities;
    private final JavaSource out;

    CapabilitiesWriter(Definitions definitions, MethodTable table) {
        this.definitions = definitions;
        this.capabilities = table.capabilities();
        this.out = new JavaSource(definitions, "method", "capabilities");
    }

    String write() {
        out.add("""
                /**
                 * The capabilities without which methods may not be called.
                 *
                 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#capabilities">the specification</a>
                 * @since 0.1.0
                 */
                public final class Capabilities {
                """);
        for (MethodTable.Capability each : capabilities) {
            out.doc("    ", each.doc())
                    .add("    " + (each.unstable() == null ? "" : "@Unstable(\"" + each.unstable() + "\") ")
                            + "public static final Capability<" + holder(each) + "> " + each.name() + " = " + side(each)
                            + "(\"" + path(each) + "\");\n");
        }
        out.add("    private Capabilities() {}\n");
        side("agent", "AgentCapabilities");
        side("client", "ClientCapabilities");
        return out.add("}").text();
    }

    /** Writes how a capability of one side is made, and what advertises each. */
    private void side(String side, String holder) {
        out.add("""
                    private static Capability<%2$s> %1$s(String path) {
                        return new Capability<>("%1$sCapabilities." + path, %2$s.class, %1$s -> advertises(%1$s, path));
                    }

                    /** Returns whether a path is advertised; a switch, since a program that starts pays for each lambda. */
                    private static boolean advertises(%2$s %1$s, String path) {
                        return switch (path) {
                """.formatted(side, holder));
        for (MethodTable.Capability each : capabilities) {
            if (side(each).equals(side)) {
                out.add("case \"" + path(each) + "\" -> " + advertised(each) + ";");
            }
        }
        out.add("""
                            default -> throw new IllegalArgumentException("no capability of %ss is called " + path);
                        };
                    }
                """.formatted(side));
    }

    private static String side(MethodTable.Capability capability) {
        return capability.path().startsWith("agent") ? "agent" : "client";
    }

    private static String holder(MethodTable.Capability capability) {
        return side(capability).equals("agent") ? "AgentCapabilities" : "ClientCapabilities";
    }

    private static String path(MethodTable.Capability capability) {
        return capability.path().substring(capability.path().indexOf('.') + 1);
    }

    private String advertised(MethodTable.Capability capability) {
        if (capability.any().isEmpty()) {
            return conditions(capability);
        }
        return capability.any().stream()
                .map(member -> "advertises(" + side(capability) + ", \"" + path(capability) + "." + member + "\")")
                .collect(Collectors.joining(" || "));
    }

    /** Follows a path through the records: what may be null is there, and the last one, when it is a boolean, is true. */
    private String conditions(MethodTable.Capability capability) {
        List<String> conditions = new ArrayList<>();
        String expression = side(capability);
        Definition type = definitions.require(holder(capability));
        for (String step : path(capability).split("\\.", -1)) {
            Member member = type.member(step);
            expression += "." + member.name() + "()";
            if (member.nullable()) {
                conditions.add(expression + " != null");
            } else if (member.primitive()) {
                conditions.add(expression);
            }
            Definition next = definitions.find(member.type().name());
            type = next == null ? type : next;
        }
        return String.join(" && ", conditions);
    }
}
