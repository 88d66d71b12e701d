package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;

/** Checks of a screen in windows of several widths, light and dark: its geometry and its accessibility. */
final class Screens {

    private static final int[] WIDTHS = {400, 800, 1240, 2000};

    /** In windows narrower than this one part of the page is shown at a time. */
    private static final int NARROW = 1080;

    private Screens() {}

    /**
     * Looks at a screen.
     *
     * @param part the part of the page that it is in: Sessions, Conversation, Replay, Matrix or Wire
     */
    static void of(InspectorPage page, String part, String name) {
        page.closePassingMessage();
        var before = page.page().viewportSize();
        for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : WIDTHS) {
                page.page().setViewportSize(width, 860);
                if (width < NARROW) {
                    page.button(part).first().click();
                }
                String where = name + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width;
                page.picture("screen-" + where);
                HeldMessages.drawn(page.page());
                assertThat(PageGeometry.check(page.page(), "body"))
                        .as("geometry of %s", where)
                        .isEmpty();
                if (width == WIDTHS[0] || width == WIDTHS[2]) {
                    Axe.isAccessible(page, where);
                }
            }
        }
        page.page().setViewportSize(before.width, before.height);
    }
}
