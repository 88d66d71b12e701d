package io.acp4j.schema.internal.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.internal.patch.GitPatch.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitPatchTest {

    private static final List<String> LINES =
            List.of("", "a", "-b", "+c", " d", "@@ -1 +1 @@", "diff --git a b", "\\ No newline at end of file", "中\r");

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(LINES.get(random.nextInt(LINES.size()))).append(i > 1 || random.nextBoolean() ? "\n" : "");
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void bothTextsOfAllFilesAreReadFromWhatIsWritten(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            List<Texts> files = new ArrayList<>();
            StringBuilder patch = new StringBuilder();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                @Nullable String before = random.nextInt(3) == 0 ? null : text(random);
                String after = text(random);
                files.add(new Texts(before, after));
                patch.append(GitPatch.write("/file" + i, before, after));
            }

            assertThat(GitPatch.read(patch.toString()))
                    .as("seed %s, round %s: %s", seed, round, patch)
                    .isEqualTo(files);
        }
    }

    @Test
    void changeOfPermissionsTellsNoTexts() {
        String patch = "diff --git /f /f\nold mode 100644\nnew mode 100755\n";

        assertThat(GitPatch.read(patch)).isEmpty();
        assertThat(GitPatch.read(patch + GitPatch.write("/g", "a", "b"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'',0,''", "a,1,+a"})
    void aNewFileHasAHunkOnlyWithLines(String after, int hunks, String line) {
        String patch = GitPatch.write("/f", null, after);

        assertThat(patch.lines().filter(each -> each.startsWith("@@ "))).hasSize(hunks);
        assertThat(patch)
                .startsWith("diff --git /f /f\nnew file mode 100644\n--- /dev/null\n+++ /f\n")
                .contains(line);
        assertThat(GitPatch.read(patch)).containsExactly(new Texts(null, after));
    }
}
