package io.acp4j.inspector.text;

import java.util.function.IntConsumer;

/**
 * Splits terminal output into characters, control characters and control sequences. Escape sequences of other kinds are removed. Input may be
 * split at any character. The memory is bounded: of parameters that are longer than {@value #MAX_PARAMETERS} characters nothing is reported.
 * Not thread-safe.
 */
final class EscapeSequenceParser {

    static final int MAX_PARAMETERS = 256;

    private static final char ESCAPE = '\u001b';
    private static final char BELL = '\u0007';
    private static final char CANCEL = '\u0018';
    private static final char SUBSTITUTE = '\u001a';

    /** Receives a control character. */
    interface ControlHandler {
        void accept(char control);
    }

    /** Receives a control sequence without a private marker or intermediate characters. */
    interface SequenceHandler {
        void accept(char command, String parameters);
    }

    private enum State {
        TEXT,
        /** After ESC, and after its intermediate characters. */
        ESCAPED,
        INTERMEDIATE,
        /** After CSI. */
        SEQUENCE,
        /** In an OSC, APC, PM or SOS string, which ends at the end of the line at the latest. */
        LINE_STRING,
        /** In a DCS string, which may contain line breaks. */
        DATA_STRING
    }

    private final IntConsumer text;
    private final ControlHandler controls;
    private final SequenceHandler sequences;
    private final StringBuilder parameters = new StringBuilder();
    private State state = State.TEXT;
    private boolean ignored;
    private char high;

    EscapeSequenceParser(IntConsumer text, ControlHandler controls, SequenceHandler sequences) {
        this.text = text;
        this.controls = controls;
        this.sequences = sequences;
    }

    void accept(String output) {
        for (int i = 0; i < output.length(); i++) {
            accept(output.charAt(i));
        }
    }

    private void accept(char next) {
        if (high != 0 && !Character.isLowSurrogate(next)) {
            high = 0;
            print('\uFFFD');
        }
        if (next == ESCAPE) {
            state = State.ESCAPED;
        } else if (next == CANCEL || next == SUBSTITUTE) {
            state = State.TEXT;
        } else if (next >= 0x80 && next <= 0x9f) {
            state = afterEscape((char) (next - 0x40));
        } else {
            switch (state) {
                case TEXT -> text(next);
                case ESCAPED -> escaped(next);
                case INTERMEDIATE -> intermediate(next);
                case SEQUENCE -> sequence(next);
                case LINE_STRING -> {
                    if (next == BELL || next == '\n') {
                        state = State.TEXT;
                        control(next);
                    }
                }
                case DATA_STRING -> {
                    if (next == BELL) {
                        state = State.TEXT;
                    }
                }
            }
        }
    }

    private void text(char next) {
        if (next < ' ' || next == 0x7f) {
            control(next);
        } else if (Character.isHighSurrogate(next)) {
            high = next;
        } else if (Character.isLowSurrogate(next)) {
            print(high == 0 ? '\uFFFD' : Character.toCodePoint(high, next));
            high = 0;
        } else {
            print(next);
        }
    }

    private void print(int character) {
        if (state == State.TEXT) {
            text.accept(character);
        }
    }

    private void control(char next) {
        if (next == '\n' || next == '\r' || next == '\b' || next == '\t' || next == '\f' || next == 0x0b) {
            controls.accept(next);
        }
    }

    /** Returns the state after ESC and a character, or after the C1 control that stands for both. */
    private State afterEscape(char next) {
        parameters.setLength(0);
        ignored = false;
        return switch (next) {
            case '[' -> State.SEQUENCE;
            case ']', 'X', '^', '_' -> State.LINE_STRING;
            case 'P' -> State.DATA_STRING;
            default -> State.TEXT;
        };
    }

    private void escaped(char next) {
        if (next >= ' ' && next <= '/') {
            state = State.INTERMEDIATE;
        } else if (next < ' ') {
            state = State.TEXT;
            control(next);
        } else if (next < 0x7f) {
            state = afterEscape(next);
        } else {
            // Not part of an escape sequence.
            state = State.TEXT;
            text(next);
        }
    }

    private void intermediate(char next) {
        if (next < ' ') {
            state = State.TEXT;
            control(next);
        } else if (next > '/') {
            state = State.TEXT;
        }
    }

    private void sequence(char next) {
        if (next >= '@' && next <= '~') {
            state = State.TEXT;
            if (!ignored) {
                sequences.accept(next, parameters.toString());
            }
        } else if (next >= '0' && next <= ';' && parameters.length() < MAX_PARAMETERS) {
            parameters.append(next);
        } else if (next >= ' ' && next <= '?') {
            // A private marker, an intermediate character, or too many parameters.
            ignored = true;
        } else {
            state = State.TEXT;
            text(next);
        }
    }
}
