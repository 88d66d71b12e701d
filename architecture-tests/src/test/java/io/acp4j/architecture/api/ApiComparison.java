package io.acp4j.architecture.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Comparison of two versions of the API, as {@link ApiListing} writes it. It finds changes after which users have to change or
 * recompile their code. Members marked {@code @Unstable} may change at any time.
 *
 * <p>{@code build-support/api-diff} starts this file as a program, so it uses nothing but the JDK.
 */
public final class ApiComparison {

    private static final Pattern HEADER = Pattern.compile("(?<marks>(?:@\\w+ )*)(?<modifiers>[a-z ]*?)"
            + "(?<kind>record|interface|enum|@interface|class) (?<name>[\\w.]+)(?<parameters><[^(]*?>)?"
            + "(?:\\(.*?\\))?(?: is (?<supertypes>.*?))?(?: permits .*)?");

    private static final Pattern SUPERTYPE = Pattern.compile("([\\w.]+)(<.*?>)?(?:, |$)");

    private final Map<String, Type> before;
    private final Map<String, Type> after;
    private final List<String> breaks = new ArrayList<>();

    /** A type of a listing with the lines of its members, without marks that do not matter. */
    private record Type(String module, Matcher header, Set<String> members) {

        String group(String name) {
            String text = header.group(name);
            return text == null ? "" : text.strip();
        }

        boolean isUnstable() {
            return group("marks").contains("@Unstable");
        }

        boolean has(String modifier) {
            return List.of(group("modifiers").split(" ")).contains(modifier);
        }

        List<String> supertypes() {
            return SUPERTYPE
                    .matcher(group("supertypes"))
                    .results()
                    .map(found -> found.group().replaceFirst(", $", ""))
                    .toList();
        }
    }

    private ApiComparison(Map<String, Type> before, Map<String, Type> after) {
        this.before = before;
        this.after = after;
    }

    /**
     * Returns the incompatible changes between two versions, as {@code module: type: change}.
     *
     * @param before the listings of the earlier version, by module
     * @param after those of the later version
     */
    public static List<String> breaks(Map<String, String> before, Map<String, String> after) {
        ApiComparison comparison = new ApiComparison(types(before), types(after));
        comparison.before.forEach(comparison::compare);
        return comparison.breaks;
    }

    private static Map<String, Type> types(Map<String, String> listings) {
        Map<String, Type> types = new TreeMap<>();
        listings.forEach((module, listing) -> {
            Set<String> members = new HashSet<>();
            for (String line : listing.lines().toList()) {
                if (line.startsWith("  ")) {
                    members.add(line.strip().replaceAll("@(Deprecated|FunctionalInterface) ", ""));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    Matcher header = HEADER.matcher(line);
                    if (!header.matches()) {
                        throw new IllegalArgumentException(
                                "This line of " + module + " does not begin a type: " + line);
                    }
                    members = new HashSet<>();
                    types.put(header.group("name"), new Type(module, header, members));
                }
            }
        });
        return types;
    }

    private void compare(String name, Type old) {
        if (old.isUnstable() || isUnstableOutside(name)) {
            return;
        }
        Type now = after.get(name);
        String place = old.module() + ": " + name + ": ";
        if (now == null || !now.module().equals(old.module())) {
            breaks.add(place + "removed");
            return;
        }
        compareHeaders(place, old, now);
        Set<String> present = new HashSet<>();
        collect(name, present);
        for (String member : old.members()) {
            // A member that is stable by now has lost the mark only.
            if (!member.startsWith("@Unstable ") && !present.contains(member)) {
                breaks.add(place + "removed or changed: " + member);
            }
        }
        if (!now.has("sealed") && !now.has("final")) {
            now.members().stream()
                    .filter(member -> !old.members().contains(member) && mustBeImplemented(now, member))
                    .forEach(member -> breaks.add(place + "implementations lack: " + member));
        }
    }

    private boolean isUnstableOutside(String name) {
        int end = name.lastIndexOf('.');
        Type outside = end < 0 ? null : before.get(name.substring(0, end));
        return outside != null && (outside.isUnstable() || isUnstableOutside(name.substring(0, end)));
    }

    private void compareHeaders(String place, Type old, Type now) {
        if (!old.group("kind").equals(now.group("kind"))
                || !old.group("parameters").equals(now.group("parameters"))) {
            breaks.add(place + "declared differently: " + now.header().group());
        }
        if (now.isUnstable()) {
            breaks.add(place + "no longer stable");
        }
        for (String modifier : List.of("abstract", "final", "sealed", "static", "protected")) {
            if (now.has(modifier) && !old.has(modifier)) {
                breaks.add(place + "now " + modifier);
            }
        }
        if (old.has("static") && !now.has("static")) {
            breaks.add(place + "no longer static");
        }
        old.supertypes().stream()
                .filter(supertype -> !now.supertypes().contains(supertype))
                .forEach(supertype -> breaks.add(place + "no longer a " + supertype));
    }

    /** Adds the members of a type and of its supertypes. */
    private void collect(String name, Set<String> members) {
        Type type = after.get(name);
        if (type != null) {
            members.addAll(type.members());
            type.supertypes().forEach(supertype -> collect(supertype.replaceFirst("<.*", ""), members));
        }
    }

    /** Returns whether a method has no body, so that implementations by users lack it. */
    private static boolean mustBeImplemented(Type type, String member) {
        if (!member.contains("(")) {
            return false;
        }
        Set<String> words = Set.of(member.substring(0, member.indexOf('(')).split(" "));
        return type.group("kind").equals("interface")
                ? !words.contains("default") && !words.contains("static")
                : type.group("kind").equals("@interface") ? !member.endsWith(" default") : words.contains("abstract");
    }

    /** Compares the listings in two directories; prints incompatible changes and ends with 1 if there are any. */
    public static void main(String... directories) throws IOException {
        List<String> breaks = breaks(read(Path.of(directories[0])), read(Path.of(directories[1])));
        breaks.forEach(System.out::println);
        if (!breaks.isEmpty()) {
            System.exit(1);
        }
    }

    private static Map<String, String> read(Path directory) throws IOException {
        Map<String, String> listings = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                listings.put(file.getFileName().toString().replace(".txt", ""), Files.readString(file));
            }
        }
        return listings;
    }
}
