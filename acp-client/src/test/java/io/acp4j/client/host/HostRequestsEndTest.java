package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.HostService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Whatever a service is doing for an agent ends with its connection, and with the agent's interest in it. */
class HostRequestsEndTest {

    /** A service that waits for somebody who never comes, and the request that makes it wait. */
    private record Case(
            String name,
            Function<Callable<Void>, HostService> service,
            String method,
            Function<Path, Map<String, ?>> params) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Map<String, ?> FORM = Map.of(
            "sessionId",
            "s",
            "mode",
            "form",
            "message",
            "Who?",
            "requestedSchema",
            Map.of("type", "object", "properties", Map.of("name", Map.of("type", "string"))));

    private static final List<Case> CASES = List.of(
            new Case(
                    "reading, by the editor's buffers",
                    waiting -> FileSystemService.builder()
                            .overlay(new FileOverlay() {
                                @Override
                                public String read(HostFile file) throws Exception {
                                    waiting.call();
                                    return "";
                                }
                            })
                            .build(),
                    "fs/read_text_file",
                    root -> Map.of("sessionId", "s", "path", root + "/file")),
            new Case(
                    "writing, by its guard",
                    waiting -> FileSystemService.readWrite((file, content) -> waiting.call() == null),
                    "fs/write_text_file",
                    root -> Map.of("sessionId", "s", "path", root + "/file", "content", "x")),
            new Case(
                    "writing, by the editor's buffers",
                    waiting -> FileSystemService.builder()
                            .writable(WriteGuard.ALLOW_ALL)
                            .overlay(new FileOverlay() {
                                @Override
                                public boolean write(HostFile file, String content) throws Exception {
                                    return waiting.call() == null;
                                }
                            })
                            .build(),
                    "fs/write_text_file",
                    root -> Map.of("sessionId", "s", "path", root + "/file", "content", "x")),
            new Case(
                    "a command, by its guard",
                    waiting -> TerminalService.builder(command -> waiting.call() == null)
                            .build(),
                    "terminal/create",
                    root -> Map.of("sessionId", "s", "command", "true")),
            new Case(
                    "a permission, by a rule",
                    waiting -> PermissionBroker.builder()
                            .rule(question -> {
                                waiting.call();
                                return PermissionRule.Decision.ALLOW;
                            })
                            .build(),
                    "session/request_permission",
                    root -> permission()),
            new Case(
                    "a permission, by the user",
                    waiting -> PermissionBroker.asking(question -> {
                        waiting.call();
                        return null;
                    }),
                    "session/request_permission",
                    root -> permission()),
            new Case(
                    "a form, by the user",
                    waiting -> ElicitationForms.of(form -> {
                        waiting.call();
                        throw new IllegalStateException("nobody came");
                    }),
                    "elicitation/create",
                    root -> FORM));

    @TempDir
    private Path root;

    private static Map<String, ?> permission() {
        return Map.of(
                "sessionId", "s",
                "toolCall", Map.of("toolCallId", "c", "title", "Do it"),
                "options", List.of(Map.of("optionId", "o", "name", "Yes", "kind", "allow_once")));
    }

    /** Waits until it is interrupted. */
    private static final class Wait implements Callable<Void> {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch interrupted = new CountDownLatch(1);

        @Override
        public Void call() throws InterruptedException {
            begun.countDown();
            try {
                assertThat(new CountDownLatch(1).await(120, TimeUnit.SECONDS)).isTrue();
                return null;
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        }
    }

    private HostedSession start(Case each, Wait wait) throws Exception {
        HostedSession hosted = new HostedSession(each.service().apply(wait), root);
        hosted.start(each.method(), each.params().apply(root));
        assertThat(wait.begun.await(60, TimeUnit.SECONDS)).isTrue();
        return hosted;
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void requestEndsWhenTheClientCloses(Case each) throws Exception {
        Wait wait = new Wait();
        try (HostedSession hosted = start(each, wait)) {
            hosted.client.close();
            assertThat(wait.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void requestEndsWhenTheAgentIsGone(Case each) throws Exception {
        Wait wait = new Wait();
        try (HostedSession hosted = start(each, wait)) {
            hosted.agent.close();
            assertThat(wait.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void requestEndsWhenTheAgentTakesItBack(Case each) throws Exception {
        Wait wait = new Wait();
        try (HostedSession hosted = start(each, wait)) {
            hosted.agent.sendVerbatim(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}");
            assertThat(wait.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(hosted.agent.next().at("/error/code").asInt()).isEqualTo(-32800);
        }
    }

    @Test
    void threadThatWasInterruptedServesTheNextRequest() throws Exception {
        Files.writeString(root.resolve("file"), "text");
        try (HostedSession hosted = new HostedSession(FileSystemService.readOnly(), root)) {
            for (int i = 1; i <= 200; i++) {
                hosted.start("fs/read_text_file", Map.of("sessionId", "s", "path", root + "/file"));
                hosted.agent.sendVerbatim(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":" + i + "}}");
                int code = hosted.agent.next().at("/error/code").asInt();
                assertThat(code).isIn(0, -32800);
            }
        }
    }
}
