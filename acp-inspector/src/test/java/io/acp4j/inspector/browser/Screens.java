package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

/** A screen in windows of several widths: each is kept as a picture, and none is wider than its window. */
final class Screens {

    private static final int[] WIDTHS = {400, 800, 1240, 2000};

    private Screens() {}

    static void of(InspectorPage page, String name) {
        var before = page.page().viewportSize();
        for (int width : WIDTHS) {
            page.page().setViewportSize(width, 860);
            Object overflow = page.page().evaluate("() => document.documentElement.scrollWidth - innerWidth");
            assertThat(((Number) overflow).intValue())
                    .as("pixels of %s beyond a window of %s", name, width)
                    .isLessThanOrEqualTo(0);
            page.picture("screen-" + name + "-" + width);
        }
        page.page().setViewportSize(before.width, before.height);
    }
}
