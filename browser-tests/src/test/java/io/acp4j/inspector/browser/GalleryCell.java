package io.acp4j.inspector.browser;

import java.util.Locale;

/**
 * One cell of the gallery.
 *
 * @param scenario the conversation
 * @param screen the screen; {@code validate} for the recording of the conversation, {@code exported page} for the saved page
 * @param window the window; for the recording a connection, or {@code -} for the whole
 */
record GalleryCell(String scenario, String screen, String window) {

    static GalleryCell of(GalleryScenario scenario, GalleryScreen screen, GalleryWindow window) {
        return new GalleryCell(name(scenario), name(screen), name(window));
    }

    static GalleryCell recordingOf(GalleryScenario scenario, String part) {
        return new GalleryCell(name(scenario), "validate", part);
    }

    static GalleryCell exportOf(GalleryScenario scenario, GalleryWindow window) {
        return new GalleryCell(name(scenario), "exported page", name(window));
    }

    /** Returns the name of a scenario, screen or window in the table of expected failures. */
    static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String fileName() {
        return (scenario + "-" + screen + "-" + window).replace(' ', '-');
    }

    @Override
    public String toString() {
        return scenario + " | " + screen + " | " + window;
    }
}
