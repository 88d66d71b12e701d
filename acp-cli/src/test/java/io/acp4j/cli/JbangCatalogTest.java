package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The catalog with which JBang finds the program. */
class JbangCatalogTest {

    /** The members of an alias that the catalog uses, as JBang defines them. */
    private static final Map<String, JsonNodeType> MEMBERS = Map.of(
            "script-ref", JsonNodeType.STRING,
            "description", JsonNodeType.STRING,
            "main", JsonNodeType.STRING,
            "java", JsonNodeType.STRING,
            "java-options", JsonNodeType.ARRAY);

    private static final Path ROOT =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

    private static JsonNode alias() throws Exception {
        JsonNode catalog =
                new ObjectMapper().readTree(ROOT.resolve("jbang-catalog.json").toFile());
        assertThat(catalog.fieldNames()).toIterable().containsExactly("catalogs", "aliases", "templates");
        assertThat(catalog.path("aliases").fieldNames()).toIterable().containsExactly("acp");
        return catalog.at("/aliases/acp");
    }

    @Test
    void aliasHasMembersOfTheirTypes() throws Exception {
        Set<Map.Entry<String, JsonNode>> members = alias().properties();

        assertThat(members)
                .hasSize(MEMBERS.size())
                .allSatisfy(member -> assertThat(member.getValue().getNodeType())
                        .as(member.getKey())
                        .isEqualTo(MEMBERS.get(member.getKey())));
    }

    @Test
    void aliasNamesTheArtifactInTheVersionOfTheDocuments() throws Exception {
        Matcher documented = Pattern.compile("\"io\\.acp4j:acp-agent:([^\"]+)\"")
                .matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(documented.find()).isTrue();

        assertThat(alias().path("script-ref").asText()).isEqualTo("io.acp4j:acp-cli:" + documented.group(1));
    }

    @Test
    void aliasStartsTheMainClassOfTheArchive() throws Exception {
        String main = alias().path("main").asText();

        assertThat(Class.forName(main)).isEqualTo(Main.class);
        assertThat(Files.readString(ROOT.resolve("acp-cli/pom.xml"))).contains("<mainClass>" + main + "</mainClass>");
    }

    @Test
    void aliasHasTheFlagsOfTheLauncher() throws Exception {
        String launcher = Files.readString(ROOT.resolve("acp"));
        String[] flags = new ObjectMapper().convertValue(alias().path("java-options"), String[].class);

        assertThat(flags).isNotEmpty().allSatisfy(flag -> assertThat(launcher).contains(flag));
    }
}
