package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files that a client reads and writes for its agent. */
final class FileScenarios {

    private static final String TEXT = "first ☃\nsecond\nthird – ünïcödé\nfourth without end";

    static final List<Scenario> ALL = List.of(
            in("read", "CLI-FS-001", (work, stage, session) -> {
                Reply reply = read(stage, session, work.write("a.txt", TEXT), null, null);
                stage.check("CLI-FS-001", content(reply).equals(TEXT), TEXT, reply);
            }),
            in("line", "CLI-FS-002", (work, stage, session) -> {
                Reply reply = read(stage, session, work.write("a.txt", TEXT), 3, null);
                String expected = "third – ünïcödé\nfourth without end";
                stage.check("CLI-FS-002", content(reply).equals(expected), expected, reply);
                Reply whole = read(stage, session, work.path("a.txt"), 1, null);
                stage.check("CLI-FS-002", content(whole).equals(TEXT), "all lines", whole);
            }),
            in("limit", "CLI-FS-003", (work, stage, session) -> {
                Reply reply = read(stage, session, work.write("a.txt", TEXT), null, 2);
                stage.check(
                        "CLI-FS-003",
                        content(reply).stripTrailing().equals("first ☃\nsecond"),
                        "the first two lines",
                        reply);
            }),
            in("missing", "CLI-FS-004", (work, stage, session) -> {
                Reply reply = read(stage, session, work.path("no-such-file"), null, null);
                stage.check("CLI-FS-004", reply.isError(), "an error", reply);
            }),
            in("relative", "CLI-FS-005", (work, stage, session) -> {
                String file = work.write("a.txt", TEXT);
                for (String path : List.of("a.txt", FileByteScenarios.fromAnywhere(file))) {
                    Reply reply = read(stage, session, path, null, null);
                    stage.check("CLI-FS-005", reply.isError(), "an error for the path " + path, reply);
                }
            }),
            in("create", "CLI-FS-006", (work, stage, session) -> {
                Reply reply = write(stage, session, work.path("new.txt"), TEXT);
                String there = work.read("new.txt");
                stage.check(
                        "CLI-FS-006", reply.isResult() && there.equals(TEXT), "the file", reply + ", file: " + there);
            }),
            in("replace", "CLI-FS-007", (work, stage, session) -> {
                Reply reply = write(stage, session, work.write("a.txt", TEXT + TEXT), "short\n");
                String there = work.read("a.txt");
                stage.check(
                        "CLI-FS-007",
                        reply.isResult() && there.equals("short\n"),
                        "the new content only",
                        reply + ", file: " + there);
            }),
            in("not-offered", "CLI-FS-008", (work, stage, session) -> {
                Reply reply = read(stage, session, work.write("a.txt", TEXT), null, null);
                stage.check("CLI-FS-008", reply.isError(), "an error", reply);
            }));

    private FileScenarios() {}

    private interface Work {
        void run(Workspace work, Stage stage, String session) throws InterruptedException;
    }

    private static Scenario in(String name, String requirement, Work body) {
        return Stage.play("files/" + name, requirement, stage -> {
            try (Workspace work = new Workspace()) {
                body.run(work, stage, stage.session(work.path()));
            }
        });
    }

    private static Reply read(Stage stage, String session, String path, @Nullable Integer line, @Nullable Integer limit)
            throws InterruptedException {
        ObjectNode params = obj("sessionId", session, "path", path);
        if (line != null) {
            params.put("line", line);
        }
        if (limit != null) {
            params.put("limit", limit);
        }
        return stage.call("fs/read_text_file", params);
    }

    private static Reply write(Stage stage, String session, String path, String content) throws InterruptedException {
        return stage.call("fs/write_text_file", obj("sessionId", session, "path", path, "content", content));
    }

    private static String content(Reply reply) {
        return reply.result().path("content").asText("");
    }
}
