package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens text files in UTF-8 and UTF-16, with and without a byte order mark. Invalid bytes become replacement characters. */
final class RecordingText {

    private static final int SAMPLE = 4096;

    private RecordingText() {}

    static BufferedReader open(Path file) throws IOException {
        byte[] sample;
        try (InputStream in = Files.newInputStream(file)) {
            sample = in.readNBytes(SAMPLE);
        }
        var decoder = charset(sample)
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        return new BufferedReader(new InputStreamReader(Files.newInputStream(file), decoder));
    }

    /** Without a mark, text of JSON in UTF-16 has a zero in nearly every second byte. */
    private static Charset charset(byte[] sample) {
        if (sample.length >= 2 && (sample[0] & 0xFF) == 0xFF && (sample[1] & 0xFF) == 0xFE) {
            return UTF_16LE;
        }
        if (sample.length >= 2 && (sample[0] & 0xFF) == 0xFE && (sample[1] & 0xFF) == 0xFF) {
            return UTF_16BE;
        }
        int even = 0;
        int odd = 0;
        for (int i = 0; i + 1 < sample.length; i += 2) {
            even += sample[i] == 0 ? 1 : 0;
            odd += sample[i + 1] == 0 ? 1 : 0;
        }
        int half = sample.length / 4;
        return odd > half && odd > even ? UTF_16LE : even > half ? UTF_16BE : UTF_8;
    }
}
