package io.acp4j.generator;

import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the table of methods, {@code Methods}. */
final class MethodsWriter {

    private final Definitions definitions;
    private final MethodTable table;
    private final JavaSource out;

    MethodsWriter(Definitions definitions, MethodTable table) {
        this.definitions = definitions;
        this.table = table;
        this.out = new JavaSource(definitions, "method", "methods");
    }

    String write() {
        out.add("""
                /**
                 * Every method of protocol version 1, once: its name, its types, who handles it, how settled it is and what must be
                 * advertised before it is called.
                 *
                 * <p>Nothing else in this library writes the name of a method.
                 *
                 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
                 * @since 0.1.0
                 */
                public final class Methods {
                """);
        table.methods().forEach(this::constant);
        out.doc("    ", "All of them: those of the agent, of the client, of proxies, of all.")
                .add("    public static final List<Method<?>> ALL = List.of("
                        + table.methods().stream().map(table::constant).collect(Collectors.joining(", ")) + ");")
                .add("""

                            private static final Map<String, RequestMethod<?, ?>> REQUESTS = new HashMap<>();
                            private static final Map<String, NotificationMethod<?>> NOTIFICATIONS = new HashMap<>();

                            static {
                                for (Method<?> method : ALL) {
                                    if (method instanceof RequestMethod<?, ?> request) {
                                        REQUESTS.put(request.name(), request);
                                    } else if (method instanceof NotificationMethod<?> notification) {
                                        NOTIFICATIONS.put(notification.name(), notification);
                                    }
                                }
                            }

                            private Methods() {}

                            /**
                             * Finds a request.
                             *
                             * @param name its name on the wire
                             * @return the method; null when version 1 has no request of that name
                             */
                            public static @Nullable RequestMethod<?, ?> request(String name) {
                                return REQUESTS.get(name);
                            }

                            /**
                             * Finds a notification; there may be a request of the same name.
                             *
                             * @param name its name on the wire
                             * @return the method; null when version 1 has no notification of that name
                             */
                            public static @Nullable NotificationMethod<?> notification(String name) {
                                return NOTIFICATIONS.get(name);
                            }

                            @SuppressWarnings("unchecked") // each codec is written from the types of its constant
                            private static <P, R> RequestMethod<P, R> requestTo(String name, Side handledBy) {
                                return RequestMethod.of(name, handledBy, () -> (JsonCodec<P>) codecOfRequest(name, false), () ->
                                        (JsonCodec<R>) codecOfRequest(name, true));
                            }

                            @SuppressWarnings("unchecked") // as above
                            private static <P> NotificationMethod<P> notificationTo(String name, Side... handledBy) {
                                return NotificationMethod.of(
                                        name, Set.of(handledBy), () -> (JsonCodec<P>) codecOfNotification(name));
                            }

                            /** Returns a codec. A switch and not a lambda for each: a program that starts pays for each lambda, used or not. */
                            private static JsonCodec<?> codecOfRequest(String name, boolean result) {
                                return switch (name) {
                        """);
        for (MethodTable.Row row : table.methods()) {
            if (row.request()) {
                out.add("case \"" + row.name() + "\" -> result ? "
                        + row.messages().get("response") + ".CODEC : "
                        + row.messages().get("request") + ".CODEC;");
            }
        }
        out.add("""
                            default -> throw new IllegalArgumentException("no request has codecs under " + name);
                        };
                    }

                    private static JsonCodec<?> codecOfNotification(String name) {
                        return switch (name) {
                """);
        for (MethodTable.Row row : table.methods()) {
            if (!row.request()) {
                out.add("case \"" + row.name() + "\" -> " + row.messages().get("notification") + ".CODEC;");
            }
        }
        return out.add("""
                            default -> throw new IllegalArgumentException("no notification has a codec under " + name);
                        };
                    }
                }""").text();
    }

    /** Writes the names of the methods, in a package that all others may use. */
    static String names(Definitions definitions, MethodTable table) {
        String names = table.methods().stream()
                .map(MethodTable.Row::name)
                .filter(name -> !name.startsWith("$/"))
                .distinct()
                .map(name -> '"' + name + '"')
                .collect(Collectors.joining(", "));
        return new JavaSource(definitions, "internal.base", "methods")
                .doc("", "The names of the protocol's methods, but for those that begin with {@code $/}.")
                .add("final class MethodNames {\n")
                .add("    static final Set<String> ALL = Set.of(" + names + ");\n")
                .add("    private MethodNames() {}\n}")
                .text();
    }

    private void constant(MethodTable.Row row) {
        String kind = row.request() ? "Request" : "Notification";
        String types = "<" + String.join(", ", row.messages().values()) + ">";
        String sides = row.sides().stream()
                .map(side -> ", Side." + side.toUpperCase(Locale.ROOT))
                .collect(Collectors.joining());
        out.doc("    ", row.doc())
                .add("    " + (row.unstable() == null ? "" : "@Unstable(\"" + row.unstable() + "\") ")
                        + "public static final " + kind + "Method" + types + " " + table.constant(row) + " = Methods."
                        + types + kind.toLowerCase(Locale.ROOT) + "To(\"" + row.name() + "\"" + sides + ")"
                        + (row.needs() == null ? "" : ".needing(Capabilities." + row.needs() + ")")
                        + (row.unstable() == null ? "" : ".unstable()")
                        + inVersion2(row) + ";\n");
    }

    private String inVersion2(MethodTable.Row row) {
        if (row.nameInV2() != null) {
            return ".inV2(\"" + row.nameInV2() + "\")";
        }
        return definitions.allIn(2, row.messages().values()) ? "" : ".notInV2()";
    }
}
