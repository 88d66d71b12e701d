package io.acp4j.architecture;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module that users depend on, and what it may use.
 *
 * @param directory its directory below the project's root
 * @param name its name as a Java module, which is also its root package
 * @param minimumClasses how many classes it has at least, so that no rule holds only because nothing was looked at
 * @param mayUse the packages, in ArchUnit's notation, that its classes may refer to besides their own and the JDK's
 */
record PublishedModule(String directory, String name, int minimumClasses, List<String> mayUse) {

    private static final String JSPECIFY = "org.jspecify.annotations..";
    private static final String JACKSON = "com.fasterxml.jackson..";
    private static final String SLF4J = "org.slf4j..";
    private static final String NETTY = "io.netty..";
    private static final String JAKARTA = "jakarta.websocket..";
    private static final String TLS = "javax.net.ssl..";
    private static final String CRYPTO = "javax.crypto..";
    private static final String SCHEMA = "io.acp4j.schema..";
    private static final String RPC = "io.acp4j.rpc..";
    private static final String PROCESS = "io.acp4j.process..";
    private static final List<String> STORE_JDBC = List.of(
            JSPECIFY,
            JACKSON,
            SLF4J,
            SCHEMA,
            RPC,
            "io.acp4j.agent.store..",
            "javax.sql..",
            "com.zaxxer.hikari..",
            "org.flywaydb.core..",
            "org.postgresql..",
            "org.sqlite..");

    static final List<PublishedModule> ALL = List.of(
            new PublishedModule("acp-schema", "io.acp4j.schema", 150, List.of(JSPECIFY, JACKSON)),
            new PublishedModule("acp-process", "io.acp4j.process", 6, List.of(JSPECIFY, SLF4J)),
            new PublishedModule("acp-rpc", "io.acp4j.rpc", 50, List.of(JSPECIFY, JACKSON, SLF4J, SCHEMA)),
            new PublishedModule(
                    "acp-agent", "io.acp4j.agent", 35, List.of(JSPECIFY, JACKSON, SLF4J, CRYPTO, SCHEMA, RPC)),
            new PublishedModule(
                    "acp-client", "io.acp4j.client", 20, List.of(JSPECIFY, JACKSON, SLF4J, SCHEMA, RPC, PROCESS)),
            new PublishedModule(
                    "acp-test",
                    "io.acp4j.test",
                    8,
                    List.of(JSPECIFY, SCHEMA, RPC, "io.acp4j.agent..", "io.acp4j.client..")),
            new PublishedModule("acp-store-jdbc", "io.acp4j.store.jdbc", 15, STORE_JDBC),
            new PublishedModule(
                    "acp-observability",
                    "io.acp4j.observability",
                    8,
                    List.of(JSPECIFY, JACKSON, SCHEMA, RPC, "io.micrometer.core.instrument..", "io.opentelemetry..")),
            new PublishedModule(
                    "acp-mcp",
                    "io.acp4j.mcp",
                    8,
                    List.of(
                            JSPECIFY,
                            SLF4J,
                            SCHEMA,
                            RPC,
                            "io.modelcontextprotocol..",
                            "reactor.core..",
                            "org.reactivestreams..")),
            new PublishedModule(
                    "acp-langchain4j",
                    "io.acp4j.langchain4j",
                    7,
                    List.of(JSPECIFY, JACKSON, SCHEMA, RPC, "io.acp4j.agent..", "dev.langchain4j..")),
            new PublishedModule(
                    "acp-spring-ai",
                    "io.acp4j.springai",
                    4,
                    List.of(
                            JSPECIFY,
                            JACKSON,
                            SCHEMA,
                            RPC,
                            "io.acp4j.agent..",
                            "org.springframework.ai..",
                            "org.springframework.util..",
                            "reactor.core..",
                            "org.reactivestreams..")),
            new PublishedModule("acp-proxy", "io.acp4j.proxy", 20, List.of(JSPECIFY, JACKSON, SLF4J, SCHEMA, RPC)),
            new PublishedModule(
                    "acp-transport-stdio",
                    "io.acp4j.transport.stdio",
                    15,
                    List.of(JSPECIFY, SLF4J, SCHEMA, RPC, PROCESS)),
            new PublishedModule(
                    "acp-transport-ws",
                    "io.acp4j.transport.ws",
                    30,
                    List.of(JSPECIFY, JACKSON, SLF4J, NETTY, JAKARTA, TLS, SCHEMA, RPC)),
            new PublishedModule(
                    "acp-transport-http",
                    "io.acp4j.transport.http",
                    35,
                    List.of(
                            JSPECIFY,
                            JACKSON,
                            SLF4J,
                            NETTY,
                            TLS,
                            SCHEMA,
                            RPC,
                            "io.acp4j.transport.ws..",
                            // Only for the servlet.
                            "jakarta.servlet..",
                            JAKARTA)),
            new PublishedModule(
                    "acp-spring-boot-starter",
                    "io.acp4j.spring",
                    6,
                    List.of(
                            JSPECIFY,
                            RPC,
                            "io.acp4j.agent..",
                            "io.acp4j.client..",
                            "io.acp4j.schema..",
                            "io.acp4j.transport.stdio..",
                            // Each of these where the application has it.
                            "io.acp4j.observability..",
                            "io.acp4j.transport.http..",
                            "io.acp4j.transport.ws..",
                            "io.micrometer.core..",
                            "io.opentelemetry.api..",
                            "jakarta.servlet..",
                            "jakarta.websocket..",
                            "org.springframework..")),
            // It certifies others with raw JSON: of this project's own code it uses what starts processes, and no more.
            new PublishedModule(
                    "acp-tck",
                    "io.acp4j.tck",
                    50,
                    List.of(
                            JSPECIFY,
                            JACKSON,
                            NETTY,
                            "picocli..",
                            "org.junit.jupiter.api..",
                            "javax.net.ssl..",
                            "javax.xml.stream..",
                            PROCESS)));

    /** Modules that are published as a program in one archive, which nothing depends on. */
    static final List<String> PROGRAMS = List.of("acp-cli");

    /** The root of the project, wherever the tests were started from. */
    static Path projectRoot() {
        return Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
    }

    /** The roots of its sources: what is written by hand and, where there is such, what is generated and checked in. */
    List<Path> sources() {
        return Stream.of("src/main/java", "src/generated/java")
                .map(projectRoot().resolve(directory)::resolve)
                .filter(Files::isDirectory)
                .toList();
    }

    List<Path> sourceFiles() {
        List<Path> all = new ArrayList<>();
        for (Path root : sources()) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot list the sources of " + directory, e);
            }
        }
        return all;
    }

    ModuleDescriptor descriptor() {
        return modulePath()
                .find(name)
                .map(ModuleReference::descriptor)
                .orElseThrow(() -> new AssertionError("No module " + name + " was compiled"));
    }

    Set<String> exportedPackages() {
        return descriptor().exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The packages that only some modules may use, with the names of these. */
    Map<String, Set<String>> qualifiedExports() {
        return descriptor().exports().stream()
                .filter(ModuleDescriptor.Exports::isQualified)
                .collect(Collectors.toUnmodifiableMap(
                        ModuleDescriptor.Exports::source, ModuleDescriptor.Exports::targets));
    }

    Set<String> packagesWithTypes() {
        Path root = classesOf(directory);
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .map(file -> file.substring(0, file.lastIndexOf(File.separatorChar))
                            .replace(File.separatorChar, '.'))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the classes of " + directory, e);
        }
    }

    boolean contains(String className) {
        return className.startsWith(name + ".");
    }

    /** Returns where the main classes of a module are compiled to. */
    static Path classesOf(String directory) {
        return projectRoot().resolve(directory).resolve("target/classes");
    }

    /** Finds the published modules as compiled, and the libraries on the class path. */
    static ModuleFinder modulePath() {
        Stream<Path> published = ALL.stream().map(module -> classesOf(module.directory()));
        Stream<Path> libraries = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> !entry.startsWith(projectRoot()))
                .filter(Files::isRegularFile);
        return ModuleFinder.of(Stream.concat(published, libraries).toArray(Path[]::new));
    }
}
