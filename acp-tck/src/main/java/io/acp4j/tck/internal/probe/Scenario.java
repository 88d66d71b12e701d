package io.acp4j.tck.internal.probe;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Something to do with the subject.
 *
 * @param name short name, area first
 * @param proves the requirements that it decides
 * @param body what to do
 */
public record Scenario(String name, List<String> proves, Body body) {

    private static final Pattern BLANK = Pattern.compile(" ");

    /** What a scenario does. */
    @FunctionalInterface
    public interface Body {

        void run(Probe probe) throws InterruptedException;
    }

    /** Defines a scenario that decides requirements named in one string, separated by blanks. */
    public static Scenario scenario(String name, String proves, Body body) {
        return new Scenario(name, BLANK.splitAsStream(proves).toList(), body);
    }
}
