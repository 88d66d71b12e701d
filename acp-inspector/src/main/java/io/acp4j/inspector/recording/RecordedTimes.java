package io.acp4j.inspector.recording;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the times of lines. Times without a zone are those of UTC. Used by one thread. */
final class RecordedTimes {

    private static final Pattern DATE_TIME = Pattern.compile("(?<!\\d)(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T ]\\s?"
            + "(\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?\\s?(Z|[+-]\\d\\d:?\\d\\d)?");

    private static final Pattern TIME_OF_DAY =
            Pattern.compile("(?<![\\d:T])(\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?(?![\\d:])");

    /** Times are those of the years from 1 to 9999. */
    private static final double FIRST_SECOND = -62_135_596_800.0;

    private static final double LAST_SECOND = 253_402_300_799.0;

    /** A number above this is one of a smaller unit: milliseconds, microseconds or nanoseconds. */
    private static final double SECONDS = 100_000_000_000.0;

    private LocalDate day = LocalDate.EPOCH;
    private LocalTime last = LocalTime.MIN;

    /** Returns the time of a member; null for none, or for one that is not a time. */
    @Nullable
    Instant of(JsonNode time) {
        if (time.isTextual() && time.textValue().length() <= 60) {
            return of(time.textValue());
        }
        if (!time.isNumber()) {
            return null;
        }
        double seconds = time.asDouble();
        for (int i = 0; i < 3 && Math.abs(seconds) > SECONDS; i++) {
            seconds /= 1000;
        }
        return seconds >= FIRST_SECOND && seconds <= LAST_SECOND
                ? Instant.EPOCH.plus(Math.round(seconds * 1e6), ChronoUnit.MICROS)
                : null;
    }

    /** Returns the first time in a text; null for none. */
    @Nullable
    Instant of(String text) {
        try {
            Matcher date = DATE_TIME.matcher(text);
            if (date.find()) {
                return LocalDate.of(number(date, 1), number(date, 2), number(date, 3))
                        .atTime(time(date, 4))
                        .toInstant(date.group(8) == null ? ZoneOffset.UTC : ZoneOffset.of(zone(date.group(8))));
            }
            Matcher time = TIME_OF_DAY.matcher(text);
            return time.find() ? timeOfDay(time(time, 1)).toInstant(ZoneOffset.UTC) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Returns the text without its times. */
    static String removed(String text) {
        return TIME_OF_DAY.matcher(DATE_TIME.matcher(text).replaceAll(" ")).replaceAll(" ");
    }

    private static String zone(String zone) {
        return zone.length() == 5 ? zone.substring(0, 3) + ":" + zone.substring(3) : zone;
    }

    /** A time that is much earlier than the one before it is of the next day. */
    private java.time.LocalDateTime timeOfDay(LocalTime time) {
        if (time.isBefore(last.minusHours(Math.min(12, last.getHour())))) {
            day = day.plusDays(1);
        }
        last = time;
        return day.atTime(time);
    }

    private static LocalTime time(Matcher found, int group) {
        String fraction = found.group(group + 3);
        int nanos = fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
        return LocalTime.of(number(found, group), number(found, group + 1), number(found, group + 2), nanos);
    }

    private static int number(Matcher found, int group) {
        return Integer.parseInt(found.group(group));
    }
}
