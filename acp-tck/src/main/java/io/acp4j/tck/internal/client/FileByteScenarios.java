package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client makes of the contents of files: nothing else than they are. */
final class FileByteScenarios {

    private static final String RETURNS = "one\r\ntwo\rthree\r\n";

    private static final String MARK = "\uFEFF";

    static final List<Scenario> ALL = List.of(
            in("returns", "CLI-FS-009", (files, work) -> readsAll(files, work, "CLI-FS-009", RETURNS)),
            in("newlines", "CLI-FS-010", (files, work) -> {
                for (String text : List.of("one\ntwo\n", "one\n\n\n", "\n", "")) {
                    readsAll(files, work, "CLI-FS-010", text);
                }
            }),
            in("byte-order-mark", "CLI-FS-011", (files, work) -> readsAll(files, work, "CLI-FS-011", MARK + "one")),
            in("line-and-limit", "CLI-FS-012", FileByteScenarios::pieces),
            in("null-line", "CLI-FS-013", FileByteScenarios::nulls),
            in("written", "CLI-FS-014", (files, work) -> {
                for (String text : List.of(RETURNS, MARK + "one\n", "one\n\n", "")) {
                    Reply reply = files.write(work.path("written.txt"), text);
                    String there = work.read("written.txt");
                    files.stage()
                            .check(
                                    "CLI-FS-014",
                                    reply.isResult() && there.equals(text),
                                    visible(text),
                                    reply + ", file: " + visible(there));
                }
            }),
            in("relative-write", "CLI-FS-015", (files, work) -> {
                Reply reply = files.write(fromAnywhere(work.path("new.txt")), "new");
                String there = work.read("new.txt");
                files.stage()
                        .check(
                                "CLI-FS-015",
                                reply.isError() && there.equals("(no file)"),
                                "an error, and no file",
                                reply + ", file: " + there);
            }));

    private FileByteScenarios() {}

    private interface Work {
        void run(Files files, Workspace work) throws InterruptedException;
    }

    private static Scenario in(String name, String requirement, Work body) {
        return Stage.play("files/" + name, requirement, stage -> {
            try (Workspace work = new Workspace()) {
                body.run(new Files(stage, stage.session(work.path())), work);
            }
        });
    }

    /** The files of a client, as one session uses them. */
    private record Files(Stage stage, String session) {

        Reply read(String path, @Nullable Object... members) throws InterruptedException {
            ObjectNode params = obj("sessionId", session, "path", path);
            params.setAll(obj(members));
            return stage.call("fs/read_text_file", params);
        }

        Reply write(String path, String content) throws InterruptedException {
            return stage.call("fs/write_text_file", obj("sessionId", session, "path", path, "content", content));
        }
    }

    /**
     * Returns a relative path that leads to a file from any directory: a client that takes relative paths finds it, whatever
     * it takes them to be relative to.
     */
    static String fromAnywhere(String path) {
        return ("../".repeat(64) + path).replace("//", "/");
    }

    private static void readsAll(Files files, Workspace work, String requirement, String text)
            throws InterruptedException {
        Reply reply = files.read(work.write("a.txt", text));
        files.stage().check(requirement, isContent(reply, text), visible(text), reply);
    }

    private static boolean isContent(Reply reply, String text) {
        return reply.at("/result/content").isTextual()
                && reply.at("/result/content").asText().equals(text);
    }

    private static void pieces(Files files, Workspace work) throws InterruptedException {
        String path = work.write("a.txt", "one\ntwo\nthree\nfour\nfive\n");
        cut(files, files.read(path, "line", 2, "limit", 2), "two\nthree\n");
        cut(files, files.read(path, "line", 4, "limit", 100), "four\nfive\n");
        cut(files, files.read(path, "line", 1, "limit", 1), "one\n");
        String dos = work.write("b.txt", "one\r\ntwo\r\nthree\r\n");
        cut(files, files.read(dos, "line", 2, "limit", 1), "two\r\n");
    }

    /** Whether the end of the last line belongs to it is left to the client. */
    private static void cut(Files files, Reply reply, String expected) {
        String content = reply.at("/result/content").asText();
        boolean same = content.equals(expected) || expected.equals(content + "\n") || expected.equals(content + "\r\n");
        files.stage().check("CLI-FS-012", reply.isResult() && same, visible(expected), reply);
    }

    private static void nulls(Files files, Workspace work) throws InterruptedException {
        String text = "one\ntwo\nthree";
        Reply reply = files.read(work.write("a.txt", text), "line", null, "limit", null);
        files.stage().check("CLI-FS-013", isContent(reply, text), "all lines", reply);
    }

    private static String visible(String text) {
        return "\"" + text.replace("\r", "\\r").replace("\n", "\\n").replace(MARK, "\\uFEFF") + "\"";
    }
}
