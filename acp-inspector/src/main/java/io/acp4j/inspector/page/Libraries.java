package io.acp4j.inspector.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of the page: its own, and its libraries out of their archives. Libraries import one another by bare names, which
 * browsers resolve by a map inside the page's HTML; as no script stands there, the names are replaced as the files are read.
 */
final class Libraries {

    private static final String OWN = "/io/acp4j/inspector/web/";
    private static final Pattern OWN_FILE = Pattern.compile("[a-z][a-z-]*\\.(?:html|js|css|svg)");
    private static final Pattern LIBRARY_FILE = Pattern.compile("lib/([a-z_-]+)/((?:[a-z-]+/)?[a-z-]+\\.js)");
    private static final Pattern BARE_IMPORT = Pattern.compile("(\\bfrom|\\bimport)(\\s*)\"([@a-z][^\"]*)\"");

    /** What bare names stand for. */
    private static final Map<String, String> MODULES = Map.of(
            "@lit/reactive-element", "/lib/lit__reactive-element/reactive-element.js",
            "lit-html", "/lib/lit-html/lit-html.js");

    private final Properties versions = new Properties();

    Libraries() {
        try (InputStream in = Libraries.class.getResourceAsStream("libraries.properties")) {
            versions.load(Objects.requireNonNull(in, "libraries.properties is missing"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file at a path without its first slash; null when there is none. */
    byte @Nullable [] find(String path) {
        if (OWN_FILE.matcher(path).matches()) {
            return read(OWN + path);
        }
        Matcher library = LIBRARY_FILE.matcher(path);
        if (!library.matches() || !versions.containsKey(library.group(1))) {
            return null;
        }
        String name = library.group(1);
        byte[] file =
                read("/META-INF/resources/webjars/" + name + '/' + versions.getProperty(name) + '/' + library.group(2));
        return file == null ? null : resolved(file);
    }

    private static byte[] resolved(byte[] file) {
        String text = new String(file, java.nio.charset.StandardCharsets.UTF_8);
        String resolved = BARE_IMPORT.matcher(text).replaceAll(found -> {
            String target = MODULES.getOrDefault(found.group(3), found.group(3));
            return Matcher.quoteReplacement(found.group(1) + found.group(2) + '"' + target + '"');
        });
        return resolved.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] read(String resource) {
        try (InputStream in = Libraries.class.getResourceAsStream(resource)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
