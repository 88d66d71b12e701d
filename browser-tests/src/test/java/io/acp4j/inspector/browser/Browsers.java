package io.acp4j.inspector.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Chromium of the system, driven by Playwright, which downloads none. */
final class Browsers {

    /** In how many parts is waited for what comes at all. */
    static final int PARTS = 4;

    static final double PART_MILLIS = 45_000;

    /** How long anything may take that comes at all. */
    static final double TIMEOUT_MILLIS = PARTS * PART_MILLIS;

    private Browsers() {}

    static Optional<Path> chromium() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> Pattern.compile(File.pathSeparator)
                        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                        .map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Playwright playwright() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PART_MILLIS);
        return Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }

    static Browser launch(Playwright playwright, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"));
        arguments.addAll(List.of(more));
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium().orElseThrow())
                        .setTimeout(TIMEOUT_MILLIS)
                        .setArgs(arguments));
    }
}
