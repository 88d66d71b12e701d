package io.acp4j.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which variables a child gets, by the rules of each system. */
class InheritedEnvironmentTest {

    private static final Map<String, String> OURS = Map.of(
            "Path", "C:\\tools",
            "SystemRoot", "C:\\Windows",
            "ProgramFiles(x86)", "C:\\Program Files (x86)",
            "lc_all", "C",
            "API_KEY", "secret");

    private static Map<String, String> applied(InheritedEnvironment environment) {
        Map<String, String> variables = new HashMap<>(OURS);
        environment.applyTo(variables);
        return variables;
    }

    @Test
    void namesHaveNoCaseOnWindows() {
        assertThat(applied(new InheritedEnvironment(true)))
                .containsOnlyKeys("Path", "SystemRoot", "ProgramFiles(x86)", "lc_all");
        InheritedEnvironment more = new InheritedEnvironment(true);
        more.inherit("api_key");
        assertThat(applied(more)).containsEntry("API_KEY", "secret");
    }

    @Test
    void variableThatIsAddedReplacesTheOneOfTheSameNameWhateverItsCaseOnWindows() {
        for (boolean all : new boolean[] {false, true}) {
            InheritedEnvironment environment = new InheritedEnvironment(true);
            if (all) {
                environment.inheritAll();
            }
            environment.add("path", "D:\\first");
            environment.add("PATH", "D:\\mine");
            Map<String, String> variables = applied(environment);
            assertThat(variables.keySet()).filteredOn("path"::equalsIgnoreCase).hasSize(1);
            assertThat(variables.values()).contains("D:\\mine").doesNotContain("C:\\tools", "D:\\first");
        }
    }

    @Test
    void namesHaveACaseElsewhere() {
        InheritedEnvironment environment = new InheritedEnvironment(false);
        environment.inherit("Path");
        environment.add("PATH", "/bin");
        assertThat(applied(environment)).containsOnly(Map.entry("Path", "C:\\tools"), Map.entry("PATH", "/bin"));
    }
}
