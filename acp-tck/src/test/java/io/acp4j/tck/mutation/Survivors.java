package io.acp4j.tck.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The rules that no requirement notices, each named with its reason: equivalent ones, which leave a correct peer correct, and
 * gaps, whose share is limited. A line is {@code equivalent} or {@code gap}, a pattern of rules, and the reason, separated by
 * {@code " | "}; the line {@code limit} has the share of gaps, in percent, that may only fall.
 */
final class Survivors {

    private final List<Named> named = new ArrayList<>();
    private double limit;

    /** A reason and the rules that it covers. */
    record Named(boolean equivalent, Pattern rules, String reason) {

        boolean covers(Object rule) {
            return rules.matcher(rule.toString()).matches();
        }
    }

    private Survivors() {}

    static Survivors read(String resource) {
        Survivors survivors = new Survivors();
        try (InputStream in = Survivors.class.getResourceAsStream(resource)) {
            new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(survivors::add);
            return survivors;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String line) {
        String[] cells = line.split(" \\| ", -1);
        if (cells[0].equals("limit")) {
            limit = Double.parseDouble(cells[1]);
        } else if (cells.length == 3 && (cells[0].equals("equivalent") || cells[0].equals("gap"))) {
            named.add(new Named(cells[0].equals("equivalent"), Pattern.compile(cells[1]), cells[2]));
        } else {
            throw new IllegalStateException("Not a kind, a pattern and a reason: " + line);
        }
    }

    /** Returns whether a rule that nobody notices has a reason. */
    boolean knows(Object rule) {
        return named.stream().anyMatch(each -> each.covers(rule));
    }

    /** Returns whether a rule leaves a correct peer correct; what is named as a gap, too, does not. */
    boolean isEquivalent(Object rule) {
        List<Named> covering = named.stream().filter(each -> each.covers(rule)).toList();
        return !covering.isEmpty() && covering.stream().allMatch(Named::equivalent);
    }

    double limit() {
        return limit;
    }
}
