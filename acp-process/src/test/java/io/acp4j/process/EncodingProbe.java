package io.acp4j.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that passes text to a child process in several ways and reports the bytes that the child has received. */
final class EncodingProbe {

    private static final String SHOW = "printf %s \"$1$VALUE\"; env | grep -a -c VALUE=";

    private EncodingProbe() {}

    /** Runs the probe in a directory with an accent, in a JVM with a locale and further options, and returns its lines. */
    static List<String> run(Path directory, String locale, List<String> options, List<String> texts) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), EncodingProbe.class.getName()));
        texts.forEach(text -> command.add(HexFormat.of().formatHex(text.getBytes(UTF_8))));
        // A shell enters the directory, because this JVM may be in a locale that lacks one of its characters.
        List<String> entering = new ArrayList<>(
                List.of("sh", "-c", "mkdir -p \"$(printf 'caf\\303\\251')\" && cd caf* && exec \"$@\"", "sh"));
        entering.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(entering)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LC_ALL", locale);
        Process process = builder.start();
        String lines = new String(process.getInputStream().readAllBytes(), US_ASCII);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("the probe failed: " + lines);
        }
        return lines.lines().toList();
    }

    /** Passes each text, specified as hexadecimal UTF-8, as a word and as the value of a variable. */
    public static void main(String... texts) throws Exception {
        System.out.println("directory " + ownDirectory());
        for (String hex : texts) {
            String text = new String(HexFormat.of().parseHex(hex), UTF_8);
            System.out.println("word " + hex + " " + received(text, ""));
            System.out.println("variable " + hex + " " + received("", text));
        }
    }

    private static String ownDirectory() {
        try {
            PlatformEncoding.ofThisSystem().requireText(Path.of("x"), "cwd");
            return "exact";
        } catch (IllegalArgumentException e) {
            return "refused: " + e.getMessage();
        }
    }

    private static String received(String word, String value) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", SHOW, "sh", word);
        InheritedEnvironment environment = InheritedEnvironment.ofThisSystem();
        environment.add("VALUE", value);
        environment.applyTo(builder.environment());
        ProcessTree tree;
        try {
            tree = ProcessTree.start(builder);
        } catch (IllegalArgumentException e) {
            return "refused: " + e.getMessage();
        }
        String output = new String(tree.process().getInputStream().readAllBytes(), ISO_8859_1);
        // The count of variables proves that the variable was replaced and not added a second time.
        if (!output.endsWith("1\n")) {
            throw new AssertionError(output);
        }
        return HexFormat.of().formatHex(output.substring(0, output.length() - 2).getBytes(ISO_8859_1));
    }
}
