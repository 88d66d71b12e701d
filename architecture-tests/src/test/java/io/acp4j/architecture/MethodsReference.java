package io.acp4j.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import io.acp4j.schema.Capability;
import io.acp4j.schema.Method;
import io.acp4j.schema.Side;
import io.acp4j.schema.Stability;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Writes the page that lists all methods from the tables of methods that the engine itself reads. */
final class MethodsReference {

    /** The sources of acp-schema: what is written by hand, and what its definitions give. */
    private static final List<String> SOURCES = List.of("acp-schema/src/main/java", "acp-schema/src/generated/java");

    private MethodsReference() {}

    /** The page as it must be. */
    static String page(Path root) {
        return """
                # Methods

                Generated from `Methods` and `BranchMethods` by `build-support/write-docs`; the build fails when this page differs.
                Types are those of `io.acp4j.schema` and its packages. A method with an entry under *needs* is called only when
                the other side has advertised that capability; our peers refuse the call otherwise, before anything is sent.

                ## Protocol version 1

                %s
                ## Protocol version 2

                What version 2, a draft, names differently, lacks or adds; a dash is for what is not there. Other methods have the same name and
                parameters of the same type. [Two versions, one handler](../guides/versions.md#names) has updates and capabilities.

                %s
                ## Branches inside a session

                This project's extension; see [sessions and branching](../concepts/sessions-and-branching.md).

                %s""".formatted(
                        table(root, Methods.class, Methods.ALL),
                        versions(),
                        table(
                                root,
                                BranchMethods.class,
                                Stream.concat(BranchMethods.ALL.stream(), Stream.of(BranchMethods.MOVED))
                                        .toList()));
    }

    private static String versions() {
        Map<String, Method<?>> added =
                V2Methods.ONLY.stream().collect(Collectors.toMap(Method::name, method -> method.in(WireVersion.V2)));
        StringBuilder table = new StringBuilder("""
                | version 1 | version 2 | needs in version 1 | needs in version 2 |
                |---|---|---|---|
                """);
        for (Method<?> method : Methods.ALL) {
            Method<?> later = method.in(WireVersion.V2);
            if (later == null) {
                later = added.remove(method.name());
            }
            String before = "%s | %s".formatted(code(method.name()), needs(method));
            if (later == null || !before.equals("%s | %s".formatted(code(later.name()), needs(later)))) {
                table.append(row(method, later));
            }
        }
        V2Methods.ONLY.stream()
                .filter(method -> added.containsKey(method.name()))
                .forEach(method -> table.append(row(null, added.get(method.name()))));
        return table.toString();
    }

    private static String row(@Nullable Method<?> before, @Nullable Method<?> later) {
        return "| %s | %s | %s | %s |%n"
                .formatted(
                        before == null ? "–" : code(before.name()),
                        later == null ? "–" : code(later.name()),
                        before == null ? "" : needs(before),
                        later == null ? "" : needs(later));
    }

    private static String needs(Method<?> method) {
        Capability<?> needed = method.capability();
        return needed == null ? "" : code(needed.path());
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    private static String table(Path root, Class<?> holder, List<? extends Method<?>> methods) {
        Map<Method<?>, Field> constants = constants(holder);
        String file = holder.getName().replace('.', '/') + ".java";
        Map<String, String> comments = comments(SOURCES.stream()
                .map(sources -> root.resolve(sources).resolve(file))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow());
        StringBuilder table = new StringBuilder("""
                | method | who calls whom | what it does | parameters | result | needs |
                |---|---|---|---|---|---|
                """);
        for (Method<?> method : methods) {
            Field constant = constants.get(method);
            if (constant == null) {
                throw new AssertionError(
                        "No constant of " + holder.getSimpleName() + " has the method " + method.name());
            }
            Type[] types = ((ParameterizedType) constant.getGenericType()).getActualTypeArguments();
            table.append("| `%s`%s | %s | %s | `%s` | %s | %s |%n"
                    .formatted(
                            method.name(),
                            method.stability() == Stability.UNSTABLE ? " (unstable)" : "",
                            direction(method.handledBy()),
                            comments.getOrDefault(constant.getName(), ""),
                            simpleName(types[0]),
                            types.length == 2 ? "`" + simpleName(types[1]) + "`" : "notification",
                            needs(method)));
        }
        return table.toString();
    }

    private static String direction(Set<Side> handledBy) {
        if (handledBy.size() > 1) {
            return "either";
        }
        return switch (handledBy.iterator().next()) {
            case AGENT -> "client → agent";
            case CLIENT -> "agent → client";
            case PROXY -> "conductor ↔ proxy";
        };
    }

    private static String simpleName(Type type) {
        String name = type.getTypeName();
        return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    }

    /** By the very object: a request and a notification may have one name. */
    private static Map<Method<?>, Field> constants(Class<?> holder) {
        Map<Method<?>, Field> constants = new IdentityHashMap<>();
        for (Field field : holder.getFields()) {
            try {
                if (field.get(null) instanceof Method<?> method) {
                    constants.put(method, field);
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return constants;
    }

    /** The first sentence of what is said about each field of a source file. */
    private static Map<String, String> comments(Path source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, String> comments = new HashMap<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, List.of(), null, manager.getJavaFileObjects(source));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new TreePathScanner<Void, Void>() {
                    @Override
                    public Void visitVariable(VariableTree tree, Void unused) {
                        String comment = trees.getDocComment(getCurrentPath());
                        if (comment != null) {
                            comments.put(tree.getName().toString(), firstSentence(comment));
                        }
                        return null;
                    }
                }.scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + source, e);
        }
        return comments;
    }

    private static String firstSentence(String comment) {
        String text = comment.strip().replaceAll("\\s+", " ").replaceAll("\\{@\\w+ #?([^}]*)}", "`$1`");
        int end = text.indexOf(". ");
        return (end < 0 ? text : text.substring(0, end + 1)).replace("|", "\\|");
    }
}
