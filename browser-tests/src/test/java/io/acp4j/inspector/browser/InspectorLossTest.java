package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.acp4j.cli.Main;
import io.acp4j.cli.sample.SampleAgent;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page reports that the process of the inspector is stopped or gone, and that it is back. */
class InspectorLossTest extends BrowserTest {

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/\\S*");

    private Process process;

    private URI inspect() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "inspect",
                        "--no-browser")
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().put(SampleAgent.STATE_VARIABLE, directory.toString());
        process = builder.start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                return URI.create(found.group());
            }
        }
        throw new AssertionError("The inspector has not printed its address.");
    }

    private void signal(String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void aStoppedInspectorIsReportedAndThatItContinuesAndThatItIsGone() throws Exception {
        URI address = inspect();
        try {
            page.open(address).connected().newSession().ask("What is a session?");
            Locator trouble = page.page().locator(".toast.trouble[role=alert]");
            page.counts(trouble, 0);

            signal("STOP");
            page.seesText(trouble, "The inspector does not respond");
            page.seesText(page.page().locator(".state.silent"), "inspector does not respond");
            assertThat(PageGeometry.check(page.page(), ".top, .centre, .toasts"))
                    .isEmpty();
            page.picture("inspector-stopped");
            page.prompt().fill("/commands");
            page.prompt().press("Enter");

            signal("CONT");
            page.counts(trouble, 0);
            page.seesText(page.page().locator(".toast"), "The inspector responds again.");
            page.connected();
            page.counts(page.entries("user"), 2);

            signal("KILL");
            page.seesText(trouble, "The inspector is not reachable");
            page.seesText(page.page().locator(".state.offline"), "inspector not reachable");
            page.page()
                    .waitForCondition(
                            () -> !problems().isEmpty(),
                            new Page.WaitForConditionOptions().setTimeout(Browsers.TIMEOUT_MILLIS));
        } finally {
            leave();
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            // The browser complains of each attempt to connect.
            problems().removeIf(each -> each.contains("WebSocket connection") || each.contains("ERR_CONNECTION"));
        }
    }
}
