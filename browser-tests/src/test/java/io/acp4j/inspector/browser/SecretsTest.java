package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.testing.RecordingText;
import io.acp4j.rpc.WireListener.Direction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Secrets in frames, and frames as they are: shown, copied and saved. */
class SecretsTest extends BrowserTest {

    private static final String SECRET = "hunter2hunter2";

    private Locator pre() {
        return page.page().locator(".detail pre");
    }

    private String copied() {
        page.page()
                .evaluate(
                        "() => { navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }; }");
        page.button("Copy the frame").click();
        return (String) page.page().evaluate("() => window.copied");
    }

    private byte[] saved() throws Exception {
        Download download = page.page()
                .waitForDownload(() -> page.page().getByLabel("Save the frame").click());
        return Files.readAllBytes(download.path());
    }

    private void received(byte[] frame) {
        inspector.log().onFrame(Direction.INBOUND, frame, 0, frame.length);
    }

    @Test
    void secretsAreLeftOutUntilTheyAreAskedForAndOfOneFrameOnly() throws Exception {
        String env = "\"env\":[{\"name\":\"API_KEY\",\"value\":\"" + SECRET + "\"}]";
        Path file = new RecordingText()
                .opens("one")
                .asks(
                        2,
                        "session/new",
                        "{\"cwd\":\"/\",\"mcpServers\":[{\"name\":\"a\",\"command\":\"/a\",\"args\":[]," + env + "}]}")
                .answers(2, "{\"sessionId\":\"two\"}")
                .to(directory.resolve("secret.jsonl"));
        try (Viewer viewer = Viewer.open(List.of(file), 0)) {
            page.open(viewer.address());
            page.frame("session/new").nth(2).click();
            page.seesText(pre(), "[redacted]");
            page.seesText(pre(), "API_KEY");
            assertThat(pre().textContent()).doesNotContain(SECRET);
            assertThat(copied()).contains("API_KEY").doesNotContain(SECRET);
            page.picture("secrets-hidden");
            page.button("raw").click();
            page.seesText(pre(), "{\"jsonrpc\":\"2.0\"");
            assertThat(pre().textContent()).doesNotContain(SECRET);

            page.button("show secrets").click();
            page.seesText(pre(), SECRET);
            assertThat(copied()).contains(SECRET);
            assertThat(new String(saved(), UTF_8)).contains(SECRET);
            page.frame("initialize").first().click();
            page.seesText(pre(), "protocolVersion");
            page.counts(page.button("show secrets"), 0);
            page.frame("session/new").nth(2).click();
            page.seesText(pre(), "[redacted]");

            // Who knows a secret finds the frame with it.
            page.page().getByLabel("Filter by text").fill(SECRET);
            page.counts(page.frames(), 1);
            assertThat(pre().textContent()).doesNotContain(SECRET);
            leave();
        }
    }

    @Test
    void aFindingHasNoSecretInItsEvidence() throws Exception {
        Path file = new RecordingText()
                .opens("one")
                .answers(77, "{\"authorization\":\"Bearer " + SECRET + "\"}")
                .to(directory.resolve("evidence.jsonl"));
        try (Viewer viewer = Viewer.open(List.of(file), 0)) {
            page.open(viewer.address());
            page.sees(page.page().locator("#tab-findings .mark"));
            page.tab("Findings");
            page.sees(page.page().locator(".finding").first());
            assertThat(page.page().locator("x-findings").textContent()).doesNotContain(SECRET);
            leave();
        }
    }

    @Test
    void whatHidesCharactersIsShownEscapedAndCopiedAndSavedAsItIs() throws Exception {
        String frame =
                "{\"jsonrpc\":\"2.0\", \"method\":\"a/b\",\"params\":{\"text\":\"\u202etxt.exe\",\"number\":1.50e1}}";
        connected();
        received(frame.getBytes(UTF_8));
        page.frame("a/b").click();
        page.seesText(pre(), "\\u{202E}");
        page.seesText(pre(), "1.50e1");
        assertThat(copied()).isEqualTo(frame);
        assertThat(saved()).isEqualTo(frame.getBytes(UTF_8));
        page.counts(page.page().locator(".detail p.bad"), 0);
    }

    @Test
    void bytesThatAreNotUtf8AreSaidToBeSoAndSavedAsTheyAre() throws Exception {
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"method\":\"a/b\",\"params\":{\"text\":\"caf?\"}}".getBytes(UTF_8);
        for (int i = 0; i < frame.length; i++) {
            frame[i] = frame[i] == '?' ? (byte) 0xe9 : frame[i];
        }
        connected();
        received(frame);
        page.frame("not a message").click();
        page.seesText(page.page().locator(".detail"), "not valid UTF-8");
        page.picture("not-utf-8");
        assertThat(saved()).isEqualTo(frame);
    }

    @Test
    void aLineThatIsNoMessageKeepsItsSecretsToItself() {
        connected();
        received(("export GITHUB_TOKEN=" + SECRET + " in the shell").getBytes(UTF_8));
        page.frame("not a message").click();
        page.seesText(pre(), "GITHUB_TOKEN=[redacted] in the shell");
        page.button("show secrets").click();
        page.seesText(pre(), SECRET);
    }
}
