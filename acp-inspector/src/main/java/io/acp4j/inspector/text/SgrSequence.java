package io.acp4j.inspector.text;

/** Applies the parameters of an SGR sequence to a style. Unknown parameters are ignored. */
final class SgrSequence {

    private static final int FOREGROUND = 38;
    private static final int BACKGROUND = 48;

    private SgrSequence() {}

    static TerminalStyle apply(TerminalStyle before, String parameters) {
        TerminalStyle style = before;
        String[] codes = parameters.split(";", -1);
        for (int i = 0; i < codes.length; i++) {
            if (codes[i].indexOf(':') >= 0) {
                style = grouped(style, codes[i].split(":", -1));
                continue;
            }
            int code = number(codes[i], 0);
            if (code != FOREGROUND && code != BACKGROUND) {
                style = simple(style, code);
            } else if (number(codes, i + 1) == 5) {
                style = coloured(style, code, palette(number(codes, i + 2)));
                i += 2;
            } else if (number(codes, i + 1) == 2) {
                style = coloured(style, code, rgb(number(codes, i + 2), number(codes, i + 3), number(codes, i + 4)));
                i += 4;
            } else {
                return style; // The meaning of the parameters that follow is unknown.
            }
        }
        return style;
    }

    /** Applies a parameter with parts, such as {@code 38:2::255:0:0} or {@code 4:3}. */
    private static TerminalStyle grouped(TerminalStyle style, String[] parts) {
        int code = number(parts[0], 0);
        if (code == 4) {
            return style.withUnderline(number(parts, 1) != 0);
        }
        if (code != FOREGROUND && code != BACKGROUND) {
            return style;
        }
        if (number(parts, 1) == 5) {
            return coloured(style, code, palette(number(parts, 2)));
        }
        // The colour space before the components may be missing.
        int first = parts.length > 5 ? 3 : 2;
        return number(parts, 1) == 2
                ? coloured(style, code, rgb(number(parts, first), number(parts, first + 1), number(parts, first + 2)))
                : style;
    }

    private static TerminalStyle simple(TerminalStyle style, int code) {
        return switch (code) {
            case 0 -> TerminalStyle.PLAIN;
            case 1 -> style.withIntensity(true, style.dim());
            case 2 -> style.withIntensity(style.bold(), true);
            case 3 -> style.withItalic(true);
            case 4, 21 -> style.withUnderline(true);
            case 7 -> style.withInverse(true);
            case 22 -> style.withIntensity(false, false);
            case 23 -> style.withItalic(false);
            case 24 -> style.withUnderline(false);
            case 27 -> style.withInverse(false);
            case 39 -> style.withForeground(TerminalStyle.DEFAULT);
            case 49 -> style.withBackground(TerminalStyle.DEFAULT);
            default -> ofSixteen(style, code);
        };
    }

    private static TerminalStyle ofSixteen(TerminalStyle style, int code) {
        if (code >= 30 && code <= 37) {
            return style.withForeground(code - 30);
        }
        if (code >= 40 && code <= 47) {
            return style.withBackground(code - 40);
        }
        if (code >= 90 && code <= 97) {
            return style.withForeground(code - 90 + 8);
        }
        return code >= 100 && code <= 107 ? style.withBackground(code - 100 + 8) : style;
    }

    /** Returns a style with a colour; the same style if the colour is incomplete. */
    private static TerminalStyle coloured(TerminalStyle style, int code, int colour) {
        if (colour == TerminalStyle.DEFAULT) {
            return style;
        }
        return code == FOREGROUND ? style.withForeground(colour) : style.withBackground(colour);
    }

    private static int palette(int index) {
        return index >= 0 && index <= 255 ? index : TerminalStyle.DEFAULT;
    }

    private static int rgb(int red, int green, int blue) {
        return red < 0 || green < 0 || blue < 0 ? TerminalStyle.DEFAULT : TerminalStyle.rgb(red, green, blue);
    }

    /** Returns a parameter; -1 if it is missing. */
    private static int number(String[] parameters, int index) {
        return index < parameters.length ? number(parameters[index], 0) : -1;
    }

    /** Returns the value of a parameter, or a default for an empty one. Values above 9999 are limited. */
    static int number(String parameter, int missing) {
        if (parameter.isEmpty()) {
            return missing;
        }
        int value = 0;
        for (int i = 0; i < parameter.length(); i++) {
            int digit = parameter.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return missing;
            }
            value = Math.min(9_999, value * 10 + digit);
        }
        return value;
    }
}
