package io.acp4j.inspector.text;

import java.util.Locale;

/**
 * Colours of terminal output on a light and on a dark background. The colour of the text is changed where its contrast to the background is
 * lower than {@value #CONTRAST} to 1, which WCAG 2 requires for text of this size.
 */
public final class TerminalTheme {

    /** The light theme of the page. */
    public static final TerminalTheme LIGHT = new TerminalTheme(0x1c2127, 0xf3f4f6, new int[] {
        0x24292f, 0xb0261c, 0x1a7340, 0x855200, 0x2a56c6, 0x8a2fa5, 0x0f6e78, 0x59636e,
        0x4b545e, 0xcf2f25, 0x178a49, 0xa06500, 0x3f6ee8, 0xa743c6, 0x118693, 0xffffff
    });

    /** The dark theme of the page. */
    public static final TerminalTheme DARK = new TerminalTheme(0xe2e6ea, 0x12161b, new int[] {
        0x2c333b, 0xff7b72, 0x56c98a, 0xe0b050, 0x79a5ff, 0xd49af2, 0x5cc8d4, 0xc9d0d7,
        0x7d8895, 0xff958b, 0x7fe0ab, 0xf0cb7a, 0xa3c0ff, 0xe3b8f7, 0x86dde6, 0xffffff
    });

    /** Lowest contrast of text, with a margin for rounding. */
    static final double CONTRAST = 4.55;

    /** The first colours of the palette as backgrounds, for light text on most of them. */
    private static final int[] BACKGROUNDS = {
        0x24292f, 0xb0261c, 0x1a7340, 0x855200, 0x2a56c6, 0x8a2fa5, 0x0f6e78, 0xc9d0d7,
        0x59636e, 0xcf2f25, 0x178a49, 0xa06500, 0x3f6ee8, 0xa743c6, 0x118693, 0xffffff
    };

    private static final int[] CUBE = {0, 95, 135, 175, 215, 255};
    private static final int STEPS = 20;

    private final int text;
    private final int back;
    private final int[] sixteen;

    private TerminalTheme(int text, int back, int[] sixteen) {
        this.text = text;
        this.back = back;
        this.sixteen = sixteen;
    }

    /**
     * Returns the colour of text.
     *
     * @param style the style of the text
     * @return the colour as {@code #rrggbb}
     */
    public String foreground(TerminalStyle style) {
        int behind = behind(style);
        int wanted = style.inverse() ? backgroundOf(style) : colour(style.foreground(), text);
        return css(readable(style.dim() ? mixed(wanted, behind, 0.35) : wanted, behind));
    }

    /**
     * Returns the colour behind text.
     *
     * @param style the style of the text
     * @return the colour as {@code #rrggbb}
     */
    public String background(TerminalStyle style) {
        return css(behind(style));
    }

    private int behind(TerminalStyle style) {
        return style.inverse() ? colour(style.foreground(), text) : backgroundOf(style);
    }

    private int backgroundOf(TerminalStyle style) {
        int value = style.background();
        return value >= 0 && value < BACKGROUNDS.length ? BACKGROUNDS[value] : colour(value, back);
    }

    private int colour(int value, int usual) {
        if (value == TerminalStyle.DEFAULT) {
            return usual;
        }
        if (TerminalStyle.isRgb(value)) {
            return value & 0xffffff;
        }
        if (value < 16) {
            return sixteen[value];
        }
        if (value < 232) {
            int index = value - 16;
            return CUBE[index / 36] << 16 | CUBE[index / 6 % 6] << 8 | CUBE[index % 6];
        }
        return (8 + 10 * (value - 232)) * 0x010101;
    }

    /** Returns a colour like the given one whose contrast is sufficient. */
    private static int readable(int wanted, int behind) {
        int end = contrast(0xffffff, behind) >= contrast(0, behind) ? 0xffffff : 0;
        int colour = wanted;
        for (int step = 1; step <= STEPS && contrast(colour, behind) < CONTRAST; step++) {
            colour = mixed(wanted, end, (double) step / STEPS);
        }
        return colour;
    }

    private static int mixed(int from, int to, double part) {
        int mixed = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int one = from >> shift & 0xff;
            int other = to >> shift & 0xff;
            mixed |= (int) Math.round(one + (other - one) * part) << shift;
        }
        return mixed;
    }

    /** Returns the contrast of two colours, as WCAG 2 defines it. */
    static double contrast(int one, int other) {
        double first = luminance(one);
        double second = luminance(other);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16 & 0xff)
                + 0.7152 * linear(colour >> 8 & 0xff)
                + 0.0722 * linear(colour & 0xff);
    }

    private static double linear(int component) {
        double value = component / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    private static String css(int colour) {
        return String.format(Locale.ROOT, "#%06x", colour);
    }
}
