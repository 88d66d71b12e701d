package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acp4j.architecture.site.Site;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages of the site from files in a real browser, as a phone, a tablet and a desktop show them. Chromium is driven by its command line;
 * a page with all pages in frames looks at them.
 */
class SiteInBrowserTest {

    private static final int TIMEOUT_SECONDS = 300;

    private static final Pattern RESULT = Pattern.compile("<pre id=\"result\">([^<]*)</pre>");

    /** Each line says what is wrong with a page. The last ones are what the search finds and the colors of both themes. */
    private static final String SCRIPT = """
            addEventListener("load", () => {
              const lines = [];
              const rgb = color => color.match(/[0-9.]+/g).slice(0, 3).map(Number);
              const light = color => rgb(color).map(v => v / 255)
                  .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
              for (const frame of document.querySelectorAll("iframe")) {
                const page = frame.contentDocument;
                const over = page.documentElement.scrollWidth - frame.clientWidth;
                if (over > 0) lines.push(frame.title + " is " + over + " px too wide");
                const links = [...page.querySelectorAll("#site-content a")].slice(0, 1);
                for (const theme of ["light", "dark"]) {
                  page.documentElement.dataset.theme = theme;
                  const back = frame.contentWindow.getComputedStyle(page.body).backgroundColor;
                  for (const element of [page.body, ...links]) {
                    const found = contrast(frame.contentWindow.getComputedStyle(element).color, back);
                    if (found < 4.5) lines.push(frame.title + " has a contrast of " + found + " when " + theme);
                  }
                }
              }
              const first = document.querySelector("iframe").contentDocument;
              const input = first.getElementById("site-search");
              input.value = "troubleshooting";
              input.dispatchEvent(new Event("input"));
              lines.push("found " + first.querySelector("#site-results a")?.getAttribute("href"));
              input.value = "permission";
              input.dispatchEvent(new Event("input"));
              const hits = [...first.querySelectorAll("#site-results a")].map(link => link.getAttribute("href"));
              lines.push("requirements among the first: " + hits.slice(0, 6).some(hit => hit.includes("requirements")));
              const colors = ["light", "dark"].map(theme => {
                first.documentElement.dataset.theme = theme;
                return light(document.querySelector("iframe").contentWindow.getComputedStyle(first.body).backgroundColor) > 0.5;
              });
              lines.push("light backgrounds " + colors);
              document.getElementById("result").textContent = lines.join("\\n");
            });
            """;

    @TempDir
    private static Path directory;

    private static List<String> pages;

    @BeforeAll
    static void write() throws IOException {
        assumeTrue(browser().isPresent(), "there is no Chromium on the PATH");
        Path root = PublishedModule.projectRoot();
        pages = new Site(root, null).write(Documents.all(root), directory.resolve("site"));
    }

    private static Optional<Path> browser() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Pattern.compile(File.pathSeparator)
                        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                        .map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @ParameterizedTest
    @ValueSource(ints = {390, 820, 1440})
    void noPageIsTooWideOrFaintAndTheSearchFindsPages(int width) throws Exception {
        String frames = pages.stream()
                .filter(page -> !page.startsWith("source/")) // these are one block of code each
                .map(page -> "<iframe title=\"%s\" src=\"site/%s\" style=\"width:%dpx;height:800px;border:0\"></iframe>"
                        .formatted(page, page, width))
                .collect(Collectors.joining("\n"));
        String page = "<!DOCTYPE html><meta charset=\"utf-8\"><script>" + SCRIPT
                + "</script><pre id=\"result\"></pre>\n" + frames;
        Path harness = Files.writeString(directory.resolve("harness-" + width + ".html"), page);

        List<String> lines = result(opened(harness));

        assertThat(lines)
                .containsExactly(
                        "found docs/operations/troubleshooting.html#troubleshooting",
                        "requirements among the first: false",
                        "light backgrounds true,false");
    }

    private static List<String> result(String dom) {
        Matcher result = RESULT.matcher(dom);
        assertThat(result.find()).as("the script has run").isTrue();
        return result.group(1).lines().toList();
    }

    /** Opens a page and returns its document as it is once everything is loaded. */
    private static String opened(Path page) throws Exception {
        String name = page.getFileName().toString();
        // The browser's processes may outlive it for a moment: what they write is not in the directory that the test
        // deletes.
        Path place = Files.createDirectories(PublishedModule.projectRoot()
                .resolve("architecture-tests/target/browser")
                .resolve(name));
        Path dom = place.resolve("dom");
        Process process = new ProcessBuilder(
                        browser().orElseThrow().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--allow-file-access-from-files", // so that the page may look into its frames
                        "--user-data-dir=" + place.resolve("profile"),
                        "--timeout=" + TIMEOUT_SECONDS * 1000,
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(dom.toFile())
                .redirectError(place.resolve("log").toFile())
                .start();
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("the browser is done; see %s", place)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(dom);
    }
}
