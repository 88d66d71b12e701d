package io.acp4j.inspector.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.check.RecordingCheck;
import io.acp4j.inspector.drive.WatchedWire;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.RecordingLog;
import io.acp4j.inspector.log.WireFacts;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.tck.conversation.BrokenRequirement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A recording as one page that needs nothing else: its conversations, what they break, and its frames. The page has no script,
 * loads nothing and leads nowhere, and its policy forbids all of that, too: what is in a recording is hostile.
 */
public final class HtmlExport {

    private static final String SOURCE = "r";
    private static final String STYLE = style("export.css") + style("/io/acp4j/inspector/web/markdown.css");

    private final String name;
    private final WireRecording recording;
    private final TerminalHtml terminals = new TerminalHtml();
    private final Html out = new Html();

    private HtmlExport(String name, WireRecording recording) {
        this.name = name;
        this.recording = recording;
    }

    /**
     * Writes a recording as a page, secrets and all: leave them out before.
     *
     * @param name what the recording is called
     * @param recording the recording
     * @return the page, in UTF-8
     * @throws IOException when the files of the frames cannot be made
     */
    public static byte[] of(String name, WireRecording recording) throws IOException {
        return new HtmlExport(name, recording).page().getBytes(UTF_8);
    }

    private String page() throws IOException {
        try (FrameLog log = RecordingLog.create(recording)) {
            StateBoard board = new StateBoard();
            WatchedWire wire = new WatchedWire(name, SOURCE, "recorded", log, board);
            RecordingLog.frames(
                    log,
                    recording,
                    frame -> wire.frame(frame.connection(), frame.fromClient(), frame.time(), frame.bytes()));
            Map<String, @Nullable JsonNode> shown =
                    board.since(0, Integer.MAX_VALUE).values();
            List<BrokenRequirement> broken = RecordingCheck.of(recording).broken();
            about(Objects.requireNonNull(shown.get("connection@" + SOURCE)), log.facts());
            findings(broken);
            new ConversationHtml(shown, terminals, out).all(Objects.requireNonNull(shown.get("sessions@" + SOURCE)));
            new FrameHtml(log, broken, out).all();
            out.markup("</main></body></html>\n");
        }
        return head().toString() + out;
    }

    /** Returns the head, which is written last because the body determines the classes of terminal output. */
    private Html head() {
        Html head = new Html();
        String style = STYLE + terminals.style();
        String policy = "default-src 'none'; style-src 'sha256-" + hash(style)
                + "'; img-src data:; base-uri 'none'; form-action 'none'";
        head.markup("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
        head.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n");
        head.markup("<meta name=\"viewport\" content=\"width=device-width\">\n");
        head.element("title", name);
        head.markup("<style>" + style + "</style></head><body><main>\n");
        return head;
    }

    private void about(JsonNode connection, WireFacts facts) {
        out.element("h1", name);
        out.markup("<p class=\"about\">");
        if (connection.has("agent")) {
            out.text(connection.path("agent").asText() + " "
                            + connection.path("agentVersion").asText())
                    .markup(" · ");
        }
        if (connection.has("version")) {
            out.text("version " + connection.path("version").asText() + " of the protocol · ");
        }
        out.text(facts.frames(Direction.OUTBOUND) + " frames from the client, " + facts.frames(Direction.INBOUND)
                + " from the agent");
        int connections = recording.connectionNumbers().size();
        out.text(connections > 1 ? " · " + connections + " connections" : "");
        out.text(recording.isTruncated() ? " · the recording is cut: there was more" : "");
        out.text(
                recording.unreadable().count() == 0
                        ? ""
                        : " · " + recording.unreadable().summary());
        out.markup("</p>\n<nav><a href=\"#findings\">Findings</a> <a href=\"#conversations\">Conversations</a>"
                + " <a href=\"#frames\">Frames</a></nav>\n");
    }

    private void findings(List<BrokenRequirement> broken) {
        out.markup("<h2 id=\"findings\">Findings</h2>\n");
        if (broken.isEmpty()) {
            out.element("p", "muted", "No findings.");
            return;
        }
        out.markup("<ol class=\"findings\">\n");
        for (BrokenRequirement each : broken) {
            out.markup("<li><b class=\"bad\">")
                    .text(each.id())
                    .markup("</b> ")
                    .text(each.level() + ", of the " + (each.side().name().equals("AGENT") ? "agent" : "client")
                            + ". ");
            out.text(each.text()).markup(" <a href=\"#f" + each.message() + "\">frame " + each.message() + "</a>\n");
            out.element("p", "muted", "Expected " + each.expected() + ".");
            out.markup("<details><summary>Observed</summary>")
                    .element("pre", each.observed())
                    .markup("</details>\n");
            out.element("p", "muted", each.citation() + " " + each.link()).markup("</li>\n");
        }
        out.markup("</ol>\n");
    }

    private static String style(String file) {
        try (InputStream in = HtmlExport.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in, file + " is missing").readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
