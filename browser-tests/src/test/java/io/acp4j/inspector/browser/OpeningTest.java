package io.acp4j.inspector.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.FileChooser;
import com.microsoft.playwright.JSHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.tap.SpoolWriter;
import io.acp4j.inspector.tap.Tap;
import io.acp4j.inspector.tap.TapCopy;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.inspector.testing.RecordingText;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Recordings that are opened in the page, beside whatever is there. */
class OpeningTest extends BrowserTest {

    private Path recording(String name, ProtocolVersion version, String... prompts) throws IOException {
        return Recorded.conversation(directory.resolve(name), version, directory, prompts);
    }

    private void open(Path... files) {
        page.page().locator("x-opener input").setInputFiles(files);
    }

    private Locator sources() {
        return page.page().locator("select.sources option");
    }

    private Locator told() {
        return page.page().locator(".toast");
    }

    private void show(String source) {
        page.page().locator("select.sources").selectOption(source);
    }

    private Locator sessionMenu(Locator row) {
        row.hover();
        row.locator(".more").click();
        return page.page().locator("x-menu");
    }

    /** Drags files from elsewhere over a part of the page; and drops them. */
    private void drag(Locator onto, boolean drops, Path... files) throws IOException {
        JSHandle transfer = page.page().evaluateHandle("() => new DataTransfer()");
        for (Path file : files) {
            transfer.evaluate(
                    "(transfer, [name, content]) => transfer.items.add(new File([Uint8Array.from(atob(content), c =>"
                            + " c.charCodeAt(0))], name))",
                    List.of(
                            file.getFileName().toString(),
                            Base64.getEncoder().encodeToString(Files.readAllBytes(file))));
        }
        for (String event : drops ? List.of("dragenter", "dragover", "drop") : List.of("dragenter", "dragover")) {
            onto.dispatchEvent(event, java.util.Map.of("dataTransfer", transfer));
        }
    }

    @Test
    void aRecordingIsOpenedWhileAnAgentIsDriven() throws Exception {
        connected().newSession().ask("one");
        page.send("wait");
        page.seesText(page.entries("agent").last(), "I wait.");
        page.prompt().fill("half of a prompt");

        // Listened for from here on: who begins with the press of the key may be too late.
        AtomicReference<@Nullable FileChooser> chooser = new AtomicReference<>();
        page.page().onFileChooser(chooser::set);
        Locator button = page.button("Open a recording");
        button.focus();
        assertThat(button).isFocused();
        page.page().keyboard().press("Enter");
        page.page().waitForCondition(() -> chooser.get() != null);
        Objects.requireNonNull(chooser.get()).setFiles(recording("monday.jsonl", ProtocolVersion.V2, "one", "tool"));

        page.seesText(told(), "The recording is open.");
        page.sees(page.page().locator(".state.recorded"));
        page.counts(sources(), 2);
        page.hasValue(page.page().locator("select.sources"), "r1");
        page.seesText(page.page().locator(".source"), "v2");
        page.counts(page.sessions(), 2);
        page.sessions().first().click();
        page.seesText(page.entries("agent").first(), "I have heard: one");
        page.counts(page.prompt(), 0);
        page.tab("Findings");
        page.seesText(page.page().locator("x-findings .empty"), "No findings");
        page.tab("Frames");
        page.sees(page.frame("initialize").first());
        page.picture("opened");

        // It is there for those who come later, and in the address.
        page.page().reload();
        page.seesText(page.entries("agent").first(), "I have heard: one");
        assertThat(page.page()).hasURL(java.util.regex.Pattern.compile(".*source=monday\\.jsonl.*"));
        InspectorPage second = open();
        second.page().navigate(page.page().url());
        second.seesText(second.entries("agent").first(), "I have heard: one");
        second.page().close();

        // The agent has gone on, and so do we.
        show("scripted-agent --acp");
        page.sessions().first().click();
        page.sees(page.page().locator(".composer .stop"));
        assertThat(page.prompt()).hasValue("half of a prompt");
        page.page().locator(".composer .stop").click();
        page.idle();
        page.ask("two");
        page.seesText(page.entries("agent").last(), "I have heard: one | wait | two");
    }

    @Test
    void anOpenedRecordingIsComparedWithALiveSession() throws Exception {
        connected().newSession().ask("one").ask("two");
        open(recording("monday.jsonl", ProtocolVersion.V1, "one", "other"));
        page.counts(page.sessions(), 2);
        page.choose(sessionMenu(page.sessions().first()), "Select for comparison");
        show("scripted-agent --acp");
        page.choose(sessionMenu(page.sessions().first()), "Compare with “one” of monday.jsonl");
        page.seesText(page.page().locator(".comparison > details summary").first(), "in common");
        page.seesText(page.page().locator(".side.differs").first(), "two");
        page.seesText(page.page().locator(".sides > header").last(), "monday.jsonl");

        // What is compared is closed: the comparison stays as it was drawn, and a new one says why there is none.
        page.button("Close the comparison").click();
        show("monday.jsonl");
        page.tab("Traffic");
        page.button("Close this recording").click();
        page.connected();
        page.counts(sources(), 0);
        page.sees(page.sessions().first());
        page.page().reload();
        page.connected();
        page.sessions().first().click();
        page.ask("three");
    }

    @Test
    void severalAreDroppedAndToldApart() throws Exception {
        connected().newSession().ask("one");
        Path first = recording("monday.jsonl", ProtocolVersion.V1, "first");
        Path other = Files.createDirectory(directory.resolve("other"));
        Path second = Recorded.conversation(other.resolve("monday.jsonl"), ProtocolVersion.V1, directory, "second");
        Path bad = Files.writeString(directory.resolve("notes.txt"), "nothing to see\n");

        drag(page.page().locator(".talk"), false, first);
        page.seesText(page.page().locator(".drop"), "open it as a recording");
        page.picture("dropping");
        drag(page.page().locator(".talk"), true, first, bad, second);
        page.counts(page.page().locator(".drop"), 0);

        page.seesText(told(), "2 recordings are open");
        page.seesText(told(), "notes.txt has no message of the protocol");
        page.counts(sources(), 3);
        page.sessions().first().click();
        page.seesText(page.entries("user").first(), "first");
        show("monday.jsonl (2)");
        page.sessions().first().click();
        page.seesText(page.entries("user").first(), "second");
    }

    @Test
    void whatIsDroppedWhileAnotherIsBeingOpenedIsOpenedAfterIt() throws Exception {
        connected().newSession();
        Path first = recording("first.jsonl", ProtocolVersion.V1, "one");
        Path second = recording("second.jsonl", ProtocolVersion.V1, "two");
        AtomicReference<@Nullable Route> held = new AtomicReference<>();
        page.page().route("**/upload?name=first.jsonl", held::set);
        drag(page.page().locator(".talk"), true, first);
        page.page().waitForCondition(() -> held.get() != null);
        drag(page.page().locator(".talk"), true, second);
        Objects.requireNonNull(held.get()).resume();

        page.counts(sources(), 3);
        assertThat(sources()).hasText(new String[] {"scripted-agent --acp", "first.jsonl", "second.jsonl"});
    }

    @Test
    void whatIsDroppedOnThePromptIsAttached() throws Exception {
        connected().newSession();
        Path notes = Files.writeString(directory.resolve("notes.txt"), "some notes");
        drag(page.prompt(), false, notes);
        page.seesText(page.page().locator(".drop"), "attach it to the prompt");
        drag(page.prompt(), true, notes);
        page.seesText(page.page().locator(".composer .chip"), "notes.txt");
        page.counts(page.page().locator(".drop"), 0);
        page.counts(sources(), 0);
    }

    @Test
    void whatIsNoRecordingIsRefusedAndSaysWhy() throws Exception {
        connected();
        Path good = recording("monday.jsonl", ProtocolVersion.V1, "one");
        String text = Files.readString(good);
        Path empty = Files.createFile(directory.resolve("empty.jsonl"));
        Path blank = Files.writeString(directory.resolve("blank.jsonl"), "\n\n");
        Path other = Files.writeString(directory.resolve("other.json"), "{\"a\": 1}\n");
        Path binary = Files.write(directory.resolve("binary"), new byte[] {0, 1, (byte) 0xff, (byte) 0xfe, 10, 13});
        Path large = directory.resolve("large.jsonl");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(RecordingFiles.MAX_BYTES + 1);
        }
        refuses(empty, "empty.jsonl has no frames: there is nothing to be shown");
        refuses(blank, "blank.jsonl has no frames");
        refuses(other, "other.json has no message of the protocol: 1 line could not be read");
        refuses(binary, "binary has no message of the protocol");
        refuses(large, "large.jsonl is longer than 256 MiB, the limit of a recording.");
        page.picture("refused");
        page.counts(sources(), 0);

        // What was written until its writer was ended is shown, and says that it is cut.
        open(Files.writeString(directory.resolve("cut.jsonl"), text.substring(0, text.length() - 20)));
        page.seesText(told(), "The recording is open.");
        page.sees(page.frame("the recording was truncated here"));
        page.counts(page.sessions(), 2);
    }

    private void refuses(Path file, String reason) {
        open(file);
        page.seesText(told(), reason);
        assertThat(told()).hasAttribute("role", "alert");
        page.button("Dismiss").click();
    }

    @Test
    void whatARecordingSaysIsHarmless() throws Exception {
        connected();
        String markup = "<img src=x onerror=alert(1)><script>alert(2)</script>[x](javascript:alert(3))";
        String inJson = markup + "\\u202e\\u001b[31m";
        Path hostile = new RecordingText()
                .opens("<b>s1</b>")
                .turn(2, "<b>s1</b>", inJson, inJson)
                .updates("<b>s1</b>", "{\"sessionUpdate\":\"session_info_update\",\"title\":\"" + inJson + "\"}")
                .to(directory.resolve("<img src=x onerror=alert(1)>.jsonl"));
        page.page().onDialog(dialog -> problems().add("a dialog: " + dialog.message()));
        open(hostile);
        page.sees(page.page().locator(".state.recorded"));
        page.sessions().first().click();
        page.seesText(page.entries("agent").first(), "<script>alert(2)</script>");
        page.seesText(sources().last(), "<img src=x onerror=alert(1)>.jsonl");
        page.counts(page.page().locator(".talk img, .talk a, .talk script"), 0);
        page.counts(page.page().locator("[src=x]"), 0);
    }

    @Test
    void soManyMayBeOpenAndClosedOnesMakeRoom() throws Exception {
        connected();
        Path file = recording("monday.jsonl", ProtocolVersion.V1, "one");
        for (int i = 1; i <= 20; i++) {
            open(file);
            page.counts(sources(), 1 + i);
        }
        open(file);
        page.seesText(told(), "20 recordings are already open; close one");
        page.counts(sources(), 21);
        page.tab("Traffic");
        page.button("Close this recording").click();
        page.counts(sources(), 20);
        open(file);
        page.counts(sources(), 21);
    }

    @Test
    void recordingsAreOpenedBesideRecordingsAndTaps() throws Exception {
        Path first = recording("first.jsonl", ProtocolVersion.V1, "one");
        Path second = recording("second.jsonl", ProtocolVersion.V2, "one");
        try (Viewer viewer = Viewer.open(List.of(first), 0)) {
            page.open(viewer.address());
            MatrixView matrix = new MatrixView(page).open();
            page.counts(matrix.cells("agent"), 1);
            open(second);
            page.counts(matrix.cells("agent"), 2);
            page.button("Conversation").first().click();
            page.tab("Traffic");
            page.button("Close this recording").click();
            page.counts(sources(), 0);
            // What was named on the command line stays.
            page.counts(page.button("Close this recording"), 0);
            leave();
        }
        Path taps = Files.createDirectory(directory.resolve("taps"));
        try (Viewer viewer = Viewer.taps(taps, 0, "a-token-that-stays")) {
            page.open(viewer.address());
            page.seesText(page.page().locator(".welcome"), "To open a recording, use the button at the top");
            open(second);
            page.sees(page.page().locator(".state.recorded"));
            page.counts(page.sessions(), 2);
            leave();
        }
    }

    /** Returns the file in which a tap has kept what passed it, until its agent has ended. */
    private Path tapped(String name, String... command) throws Exception {
        Path file = directory.resolve(name);
        TapCopy copy = TapCopy.to(new SpoolWriter(
                () -> FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                String.join(" ", command),
                SpoolWriter.MAX_BYTES));
        ByteArrayOutputStream nobody = new ByteArrayOutputStream();
        int code = new Tap(List.of(command), new ByteArrayInputStream(new byte[0]), nobody, nobody, copy)
                .run(process -> {});
        Assertions.assertThat(code).isNotZero();
        return file;
    }

    @Test
    void whatATapHasKeptOfAnAgentThatDiesAtItsStartSaysSo() throws Exception {
        connected();
        open(tapped("dead.acptap", "/bin/sh", "-c", "echo panic; exit 3"));
        page.sees(page.page().locator(".state.recorded"));
        page.counts(page.frame("not a message"), 1);
        page.counts(page.frame("the agent has ended with exit code 3"), 1);
        open(tapped("missing.acptap", "/no/such/agent"));
        page.counts(sources(), 3);
        page.counts(page.frame("the agent could not be started"), 1);

        Path taps = Files.createDirectory(directory.resolve("taps"));
        Files.copy(directory.resolve("dead.acptap"), taps.resolve("tap-1.acptap"));
        for (Viewer viewer : List.of(
                Viewer.taps(taps, 0, "a-token-that-stays"),
                Viewer.open(List.of(directory.resolve("dead.acptap")), 0))) {
            try (viewer) {
                page.open(viewer.address());
                page.counts(page.frame("the agent has ended with exit code 3"), 1);
                leave();
            }
        }
    }

    @Test
    void withoutTheInspectorNothingIsSent() throws Exception {
        connected();
        Path file = Files.write(directory.resolve("a.jsonl"), "{}".getBytes(UTF_8));
        inspector.close();
        page.sees(page.page().locator(".state.offline"));
        assertThat(page.button("Open a recording")).isDisabled();
        open(file);
        page.seesText(told(), "a.jsonl could not be read, or not be sent");
        leave(); // or the page would try again to connect
        problems().clear();
    }
}
