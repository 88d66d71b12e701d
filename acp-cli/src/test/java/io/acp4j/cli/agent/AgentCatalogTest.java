package io.acp4j.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file with the configured agents. */
class AgentCatalogTest {

    private static final String SECRET = "s3cr3t-value";

    private static final String VALID = """
            {"agent_servers": {
              "opencode": {"command": "opencode", "args": ["acp"], "env": {"A_KEY": "s3cr3t-value"}},
              "my agent": {"type": "custom", "command": "/opt/a b/agent"},
              "remote": {"url": "wss://example.com/acp?key=s3cr3t-value", "bearer_variable": "TOKEN"}
            }}
            """;

    @TempDir
    Path directory;

    private AgentCatalog read(String content) throws IOException {
        return AgentCatalog.read(Files.writeString(directory.resolve("agents.json"), content));
    }

    @Test
    void entriesAreReadInTheirOrder() throws IOException {
        AgentCatalog catalog = read(VALID);

        assertThat(catalog.entries()).extracting(AgentEntry::name).containsExactly("opencode", "my agent", "remote");
        AgentEntry.Program program = (AgentEntry.Program) catalog.get("opencode");
        assertThat(program.command().words()).containsExactly("opencode", "acp");
        assertThat(program.command().environment()).containsExactly(Map.entry("A_KEY", SECRET));
        AgentEntry.Address address = (AgentEntry.Address) catalog.get("remote");
        assertThat(address.uri()).hasScheme("wss").hasHost("example.com");
        assertThat(address.bearerVariable()).isEqualTo("TOKEN");
    }

    @Test
    void summariesContainNoValuesOfVariables() throws IOException {
        assertThat(read(VALID).entries())
                .extracting(AgentEntry::summary)
                .containsExactly(
                        "opencode acp  (sets A_KEY)", "/opt/a b/agent", "wss://example.com/acp  (token in TOKEN)");
    }

    @Test
    void commandWithAnEqualsSignIsAProgram() throws IOException {
        AgentEntry.Program program = (AgentEntry.Program)
                read("{\"agent_servers\":{\"a\":{\"command\":\"A=b\"}}}").get("a");

        assertThat(program.command().words()).containsExactly("A=b");
    }

    @Test
    void byteOrderMarkAndSymbolicLinkAreAccepted() throws IOException {
        Path file = Files.writeString(directory.resolve("target.json"), "\uFEFF" + VALID);

        assertThat(AgentCatalog.read(Files.createSymbolicLink(directory.resolve("agents.json"), file))
                        .entries())
                .hasSize(3);
    }

    /** Each message names the file, the place and the problem. Single quotes stand for double ones. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                      | :1:2: the file must have the member agent_servers
            []                                                      | :1:1: the file must be an object
            {'agent_servers':[]}                                    | :1:18: /agent_servers must be an object
            {'agents':{}}                                           | :1:11: /agents is unknown; the only member here is agent_servers
            {'agent_servers':{},'agent_servers':{}}                 | /agent_servers is there twice, first in line 1
            {'agent_servers':{}}{}                                  | the file must be the only value
            {'agent_servers':{}                                     | invalid JSON
            {'agent_servers':{'a':{'command':'x',}}}                | invalid JSON; check quotes, commas and braces
            {'agent_servers':{'a':{'command':'x'},/* c */}}         | invalid JSON
            {'agent_servers':{'a':{'command':s3cr3t-value}}}        | invalid JSON
            {'agent_servers':{'a':{'env':{'K':'s3cr3t-value}}}}     | invalid JSON
            {'agent_servers':{'a':'x'}}                             | /agent_servers/a must be an object with command or url
            {'agent_servers':{'a':{}}}                              | /agent_servers/a must have command, for a program, or url
            {'agent_servers':{'':{'command':'x'}}}                  | must have a name of 1 to 100 visible characters
            {'agent_servers':{'a\\u001bb':{'command':'x'}}}         | must have a name of 1 to 100 visible characters
            {'agent_servers':{'a':{'command':'x'},'a':{'command':'y'}}} | /agent_servers/a is there twice
            {'agent_servers':{'a':{'command':1}}}                   | /agent_servers/a/command must be a string in quotes
            {'agent_servers':{'a':{'command':' '}}}                 | /agent_servers/a/command must not be empty
            {'agent_servers':{'a':{'command':'x','comand':'y'}}}    | /agent_servers/a/comand is unknown
            {'agent_servers':{'a':{'command':'x','args':'acp'}}}    | /agent_servers/a/args must be an array of strings
            {'agent_servers':{'a':{'command':'x','args':['a',1]}}}  | /agent_servers/a/args/1 must be a string in quotes
            {'agent_servers':{'a':{'command':'x','args':['a\\u0000']}}} | /agent_servers/a/args/0 must not contain the character U+0000
            {'agent_servers':{'a':{'command':'x','env':['s3cr3t-value']}}} | /agent_servers/a/env must be an object of strings
            {'agent_servers':{'a':{'command':'x','env':{'K':1}}}}   | /agent_servers/a/env/K must be a string in quotes
            {'agent_servers':{'a':{'command':'x','env':{'K':{'s3cr3t-value':1}}}}} | /agent_servers/a/env/K must be a string
            {'agent_servers':{'a':{'command':'x','env':{'K':'s3cr3t-value','K':''}}}} | /agent_servers/a/env/K is there twice
            {'agent_servers':{'a':{'command':'x','env':{'A=B':''}}}} | /agent_servers/a/env/A=B is not a valid name
            {'agent_servers':{'a':{'command':'x','type':'registry'}}} | /agent_servers/a/type must be "custom"
            {'agent_servers':{'a':{'command':'x','url':'ws://a'}}}  | /agent_servers/a must not have both command and url
            {'agent_servers':{'a':{'url':'ws://a','args':[]}}}      | /agent_servers/a must not have args besides url
            {'agent_servers':{'a':{'command':'x','bearer_variable':'T'}}} | must not have bearer_variable besides command
            {'agent_servers':{'a':{'url':'ftp://s3cr3t-value'}}}    | /agent_servers/a has an invalid url; write for instance
            {'agent_servers':{'a':{'url':'ws://a b/s3cr3t-value'}}} | /agent_servers/a has an invalid url
            {'agent_servers':{'a':{'command':'x','env':null}}}      | /agent_servers/a/env must be an object
            null                                                    | the file must be an object
            //                                                      | :1:1: invalid JSON; check quotes, commas and braces
            """)
    void errorsNameTheFileThePlaceAndTheRemedy(String content, String expected) {
        assertThatThrownBy(() -> read(content.replace('\'', '"')))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(directory.resolve("agents.json").toString())
                .hasMessageContaining(expected)
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void missingFileIsReportedWithAnExample() {
        assertThatThrownBy(() -> AgentCatalog.read(directory.resolve("none.json")))
                .hasMessageContaining(directory.resolve("none.json").toString())
                .hasMessageContaining(AgentCatalog.EXAMPLE);
    }

    @Test
    void exampleIsValid() throws IOException {
        assertThat(read(AgentCatalog.EXAMPLE).entries()).hasSize(1);
    }

    @Test
    void unreadableFilesAreReported() throws IOException {
        assertThatThrownBy(() -> AgentCatalog.read(directory)).hasMessageContaining("it is a directory");
        assertThatThrownBy(() -> read(" ".repeat(AgentCatalog.MAX_BYTES + 1)))
                .hasMessageContaining("is larger than 1048576 bytes");
        Path latin = Files.write(directory.resolve("latin"), "{\"ä\":1}".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> AgentCatalog.read(latin)).hasMessageContaining("is not encoded in UTF-8");
    }

    @Test
    void unknownNameIsReportedWithASimilarOneOrAll() throws IOException {
        AgentCatalog catalog = read(VALID);

        assertThatThrownBy(() -> catalog.get("opncode")).hasMessageEndingWith("; did you mean opencode?");
        assertThatThrownBy(() -> catalog.get("other"))
                .hasMessageStartingWith("There is no agent \"other\" in " + directory.resolve("agents.json"))
                .hasMessageEndingWith("; it contains opencode, my agent, remote.");
    }

    @ParameterizedTest
    @CsvSource({"/etc/xdg, /etc/xdg/acp/agents.json", "relative, .config/acp/agents.json", "'', .config/acp/agents.json"
    })
    void defaultFileIsInTheConfigurationDirectory(String variable, String expected) {
        Path file = AgentCatalog.defaultFile(Map.of("XDG_CONFIG_HOME", variable));

        assertThat(file.toString()).endsWith(expected);
        assertThat(file).isAbsolute();
    }

    /** Any bytes are either a catalog or an error that names the file and no value. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void changedFilesAreReadOrReported(long seed) throws IOException {
        Random random = new Random(seed);
        List<String> pieces = List.of(
                "{",
                "}",
                "[",
                "]",
                ",",
                ":",
                "\"",
                "null",
                "1e9",
                "\\u0000",
                "\"env\":",
                "\"command\":",
                "//",
                "\uFEFF",
                "\u2028");
        // A change may turn the value into the name of a member.
        Pattern name = Pattern.compile(SECRET + "[^\"\n]*\"\\s*:");
        Path file = directory.resolve("agents.json");
        for (int i = 0; i < 5_000; i++) {
            StringBuilder content = new StringBuilder(VALID);
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(content.length());
                int end = Math.min(content.length(), at + random.nextInt(9));
                content.replace(at, end, random.nextBoolean() ? "" : pieces.get(random.nextInt(pieces.size())));
            }
            try {
                assertThat(AgentCatalogParser.parse(
                                file.toString(), content.toString().getBytes(StandardCharsets.UTF_8)))
                        .hasSizeLessThanOrEqualTo(3);
            } catch (IOException e) {
                assertThat(e).as(content.toString()).hasMessageStartingWith(file + ":");
                if (!name.matcher(content).find()) {
                    assertThat(e).as(content.toString()).hasMessageNotContaining(SECRET);
                }
            }
        }
    }

    @Test
    void deepNestingIsReported() {
        String deep = "{\"agent_servers\":{\"a\":{\"args\":" + "[".repeat(100_000);

        assertThatThrownBy(() -> read(deep)).hasMessageContaining("/agent_servers/a/args/0 must be a string");
    }
}
