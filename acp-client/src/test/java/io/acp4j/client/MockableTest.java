package io.acp4j.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications can replace whatever they use of this module with mocks. */
class MockableTest {

    /** Every interface that is exported, but for the unions, which are values to be made. */
    static List<Class<?>> interfaces() throws Exception {
        Path classes = Path.of(AcpClient.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.toList()) {
                String name = classes.relativize(file)
                        .toString()
                        .replace(file.getFileSystem().getSeparator(), ".");
                if (name.startsWith("io.acp4j.")
                        && name.endsWith(".class")
                        && !name.contains(".internal.")
                        && !name.endsWith("package-info.class")) {
                    Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()));
                    if (type.isInterface() && isReachable(type) && !type.isSealed()) {
                        found.add(type);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(found).contains(AcpClient.class, ClientSession.class, PromptTurn.class, UpdateListener.class);
        return found;
    }

    private static boolean isReachable(Class<?> type) {
        for (Class<?> level = type; level != null; level = level.getEnclosingClass()) {
            if (!Modifier.isPublic(level.getModifiers())) {
                return false;
            }
        }
        return true;
    }

    @ParameterizedTest
    @MethodSource("interfaces")
    void everyPublicInterfaceCanBeMocked(Class<?> type) {
        assertThat(mock(type)).isInstanceOf(type);
    }

    @Test
    void aMockedSessionServesCodeThatPrompts() {
        ClientSession session = mock(ClientSession.class);
        PromptTurn turn = mock(PromptTurn.class);
        when(session.prompt("Hi")).thenReturn(PromptResponse.of(StopReason.REFUSAL));
        when(session.startTurn("Hi")).thenReturn(turn);
        when(session.transcript()).thenReturn(DefaultSessionTranscript.create());
        assertThat(session.prompt("Hi").stopReason()).isEqualTo(StopReason.REFUSAL);
        when(turn.updates()).thenReturn(List.of());
        assertThat(session.startTurn("Hi").updates()).isEmpty();
        verify(turn).updates();
        assertThat(session.transcript().snapshot().messages()).isEmpty();
    }
}
