package io.acp4j.generator;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes what an area's package says of itself: what it is for, its rule, and where to start reading. */
final class PackageWriter {

    private static final Pattern LINK = Pattern.compile("(\\{@link )(?=[A-Z])");

    private PackageWriter() {}

    static String write(Definitions definitions, String area, Map<String, String> notes) {
        String name = JavaSource.packageOf(area);
        String text = notes.get("doc") + "\n\n<p><b>The rule.</b> " + notes.get("rule")
                + "\n\n<p><b>Where to start.</b> " + notes.get("start");
        return new JavaSource(definitions, area, "protocol/" + area)
                .doc("", LINK.matcher(text).replaceAll("$1" + name + "."), List.of())
                .add("@NullMarked")
                .packageText();
    }
}
