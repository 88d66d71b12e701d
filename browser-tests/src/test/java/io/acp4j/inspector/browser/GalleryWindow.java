package io.acp4j.inspector.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

/** The windows in which the gallery looks at each screen. The first one shows one part of the page at a time. */
enum GalleryWindow {
    W400(400, ColorScheme.LIGHT),
    W1000(1000, ColorScheme.LIGHT),
    W1400(1400, ColorScheme.LIGHT),
    W1900(1900, ColorScheme.LIGHT),
    DARK(1400, ColorScheme.DARK);

    private static final int HEIGHT = 860;

    private final int width;
    private final ColorScheme scheme;

    GalleryWindow(int width, ColorScheme scheme) {
        this.width = width;
        this.scheme = scheme;
    }

    void apply(Page page) {
        page.setViewportSize(width, HEIGHT);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
    }

    /** Returns true for one window of each colour scheme. The accessibility rules depend on colours more than on widths. */
    boolean isForAxe() {
        return this == W1400 || this == DARK;
    }
}
