package io.acp4j.inspector.text;

/**
 * Appearance of terminal output, as SGR sequences set it.
 *
 * @param foreground the colour of the text: {@link #DEFAULT}, an index of the 256-colour palette, or a value of {@link #rgb}
 * @param background the background colour, in the same form
 * @param bold true for bold text
 * @param dim true for less important text
 * @param italic true for italic text
 * @param underline true for underlined text
 * @param inverse true if the two colours are exchanged
 */
public record TerminalStyle(
        int foreground, int background, boolean bold, boolean dim, boolean italic, boolean underline, boolean inverse) {

    /** Colour of the theme. */
    public static final int DEFAULT = -1;

    /** Appearance after a reset. */
    public static final TerminalStyle PLAIN = new TerminalStyle(DEFAULT, DEFAULT, false, false, false, false, false);

    private static final int RGB = 1 << 24;

    /** Returns the value of a true colour. Each component is limited to 0..255. */
    public static int rgb(int red, int green, int blue) {
        return RGB | limited(red) << 16 | limited(green) << 8 | limited(blue);
    }

    private static int limited(int component) {
        return Math.max(0, Math.min(255, component));
    }

    /** Returns true for a value of {@link #rgb}. */
    public static boolean isRgb(int colour) {
        return colour >= RGB;
    }

    TerminalStyle withForeground(int colour) {
        return new TerminalStyle(colour, background, bold, dim, italic, underline, inverse);
    }

    TerminalStyle withBackground(int colour) {
        return new TerminalStyle(foreground, colour, bold, dim, italic, underline, inverse);
    }

    TerminalStyle withIntensity(boolean isBold, boolean isDim) {
        return new TerminalStyle(foreground, background, isBold, isDim, italic, underline, inverse);
    }

    TerminalStyle withItalic(boolean on) {
        return new TerminalStyle(foreground, background, bold, dim, on, underline, inverse);
    }

    TerminalStyle withUnderline(boolean on) {
        return new TerminalStyle(foreground, background, bold, dim, italic, on, inverse);
    }

    TerminalStyle withInverse(boolean on) {
        return new TerminalStyle(foreground, background, bold, dim, italic, underline, on);
    }
}
