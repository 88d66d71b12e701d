package io.acp4j.inspector.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In which order the commands of a page begin, and that each is replied to once. */
class PageCommandsTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ExecutorService workers = Executors.newFixedThreadPool(4);
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private final List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> replied = Collections.synchronizedList(new ArrayList<>());
    private final List<String> refused = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void end() {
        workers.shutdownNow();
        loop.shutdownNow();
    }

    private static ObjectNode command(String name, int id) {
        return NODES.objectNode().put("do", name).put("id", id);
    }

    private PageCommands commands(PageApi api, CountDownLatch replies) {
        return new PageCommands(api, workers, loop, (id, reply) -> {
            replied.add(id.asInt());
            if (!reply.path("ok").asBoolean()) {
                refused.add(reply.path("error").asText());
            }
            replies.countDown();
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompletableFuture<JsonNode> nothing() {
        return CompletableFuture.completedFuture(NODES.objectNode());
    }

    @Test
    void aCommandBeginsWhenTheOneBeforeItHasBegunAndAComparisonHoldsNothingUp() throws Exception {
        CountDownLatch compared = new CountDownLatch(1);
        CountDownLatch replies = new CountDownLatch(3);
        PageCommands commands = commands(
                (name, message) -> {
                    if (name.equals("mode")) {
                        await(compared);
                    }
                    begun.add(message.path("id").asInt());
                    if (name.equals("compare")) {
                        compared.countDown();
                    }
                    return nothing();
                },
                replies);
        loop.submit(() -> {
                    commands.perform(command("mode", 1));
                    commands.perform(command("prompt", 2));
                    commands.perform(command("compare", 3));
                })
                .get(120, TimeUnit.SECONDS);
        await(replies);
        assertThat(begun).containsExactly(3, 1, 2);
    }

    @Test
    void aCommandDoesNotWaitForTheReplyToTheOneBeforeIt() throws Exception {
        CompletableFuture<JsonNode> first = new CompletableFuture<>();
        CountDownLatch replies = new CountDownLatch(2);
        PageCommands commands = commands(
                (name, message) -> {
                    if (name.equals("cancel")) {
                        first.complete(NODES.objectNode());
                        return nothing();
                    }
                    return first;
                },
                replies);
        loop.submit(() -> {
                    commands.perform(command("fork", 1));
                    commands.perform(command("cancel", 2));
                })
                .get(120, TimeUnit.SECONDS);
        await(replies);
        assertThat(replied).containsExactlyInAnyOrder(1, 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void commandsBeginInTheirOrderWhateverFailsAndMoreThanTheLimitAreRefused(long seed) throws Exception {
        int count = PageCommands.MAX + 20;
        Random random = new Random(seed);
        List<Integer> kinds =
                IntStream.range(0, count).map(i -> random.nextInt(4)).boxed().toList();
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch replies = new CountDownLatch(count);
        PageCommands commands = commands(
                (name, message) -> {
                    await(sent);
                    int id = message.path("id").asInt();
                    begun.add(id);
                    return switch (kinds.get(id)) {
                        case 0 -> throw new PageException("fails at once");
                        case 1 -> CompletableFuture.failedFuture(new PageException("fails"));
                        case 2 -> CompletableFuture.supplyAsync(NODES::objectNode, workers);
                        default -> nothing();
                    };
                },
                replies);
        loop.submit(() -> IntStream.range(0, count).forEach(i -> commands.perform(command("prompt", i))))
                .get(120, TimeUnit.SECONDS);
        sent.countDown();
        await(replies);
        assertThat(begun).isEqualTo(IntStream.range(0, PageCommands.MAX).boxed().toList());
        assertThat(replied)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, count).boxed().toList());
        assertThat(refused)
                .filteredOn(reason -> reason.contains("too many commands"))
                .hasSize(20);
    }

    @Test
    void whatCannotBeginAsTheInspectorEndsIsRefused() throws Exception {
        CountDownLatch replies = new CountDownLatch(2);
        PageCommands commands = new PageCommands(
                (name, message) -> nothing(),
                command -> {
                    throw new RejectedExecutionException("ended");
                },
                loop,
                (id, reply) -> {
                    refused.add(reply.path("error").asText());
                    replies.countDown();
                });
        loop.submit(() -> {
                    commands.perform(command("mode", 1));
                    commands.perform(command("prompt", 2));
                })
                .get(120, TimeUnit.SECONDS);
        await(replies);
        assertThat(refused).hasSize(2).allMatch(reason -> reason.contains("busy or ending"));
    }
}
