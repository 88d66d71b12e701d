package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code build-support/api-diff} accepts the additions that CONTRIBUTING.md calls compatible, and reports what breaks users' code. */
@Tag("full")
class ApiEvolutionTest {

    private static final String CLIENT = "src/main/java/io/acp4j/client/AcpClient.java";
    private static final String AGENT_BUILDER = "src/main/java/io/acp4j/agent/AcpAgentBuilder.java";
    private static final String CONNECTION = "src/main/java/io/acp4j/rpc/ConnectionOptions.java";
    private static final String NEW_SESSION = "src/generated/java/io/acp4j/schema/session/NewSessionRequest.java";
    private static final String MODES = "protocol/mode.yaml";

    private static final String MODE_ID =
            "modeId: {required: SessionModeId, doc: the mode; one of those that the agent listed}\n";

    @TempDir
    private Path directory;

    private ChangedApi api;

    @BeforeEach
    void setUp() {
        api = new ChangedApi(directory);
    }

    @Test
    void anOptionalMemberOfATypeIsCompatible() throws IOException {
        api.definition(MODES, after(MODE_ID, "    later: {optional: string, doc: a later member; null when absent}\n"));

        assertThat(api.breaks()).isEmpty();
        assertThat(members(api.listings(), "acp-schema", "io.acp4j.schema.mode.SetSessionModeRequest"))
                .contains("public String? later()");
        assertThat(members(api.listings(), "acp-schema", "io.acp4j.schema.mode.SetSessionModeRequest.Builder"))
                .contains("public io.acp4j.schema.mode.SetSessionModeRequest.Builder later(String?)");
    }

    @Test
    void anOptionOfEachOptionsClassIsCompatible() throws IOException {
        List<Class<?>> all = OptionsShapeTest.options();
        for (Class<?> type : all) {
            String file = "src/main/java/" + type.getName().replace('.', '/') + ".java";
            api.source(moduleOf(type), file, source -> withOption(source, type.getSimpleName()));
        }

        Map<String, String> after = api.listings();
        assertThat(api.breaks()).isEmpty();
        assertThat(all).allSatisfy(type -> {
            assertThat(members(after, moduleOf(type), type.getName())).contains("public int laterOption()");
            assertThat(members(after, moduleOf(type), type.getName() + ".Builder"))
                    .contains("public " + type.getName() + ".Builder laterOption(int)");
        });
    }

    @Test
    void aMethodOfTheProtocolIsCompatible() throws IOException {
        api.definition(MODES, source -> source + """

                        EvolveSessionRequest:
                          doc: Requests something that a later version defines.
                          implements: SessionScoped
                          members:
                            sessionId: {required: SessionId, doc: the session}

                        EvolveSessionResponse:
                          doc: Responds to it.
                          empty: true
                        """)
                .definition(
                        "methods.yaml",
                        before(
                                "session/set_mode:",
                                "session/evolve: {request: EvolveSessionRequest, response: EvolveSessionResponse, doc: Evolves.}\n"))
                .source("acp-client", CLIENT, atEnd("""
                        default io.acp4j.schema.mode.EvolveSessionResponse evolve(
                                io.acp4j.schema.mode.EvolveSessionRequest request) {
                            return request(io.acp4j.schema.method.Methods.SESSION_EVOLVE, request);
                        }
                        """))
                .source("acp-agent", AGENT_BUILDER, atEnd("""
                        public AcpAgentBuilder onEvolveSession(
                                java.util.function.Function<io.acp4j.schema.mode.EvolveSessionRequest,
                                        io.acp4j.schema.mode.EvolveSessionResponse> handler) {
                            return this;
                        }
                        """));

        assertThat(api.breaks()).isEmpty();
        Map<String, String> after = api.listings();
        assertThat(members(after, "acp-schema", "io.acp4j.schema.method.Methods"))
                .contains(" SESSION_EVOLVE\n");
        assertThat(members(after, "acp-client", "io.acp4j.client.AcpClient")).contains(" evolve(");
        assertThat(members(after, "acp-agent", "io.acp4j.agent.AcpAgentBuilder"))
                .contains(" onEvolveSession(");
    }

    @Test
    void aRemovedMethodOfABuilderOfOptionsIsABreak() throws IOException {
        api.source("acp-rpc", CONNECTION, withoutSetter("maxDepth"));

        assertThat(api.breaks())
                .containsExactly("acp-rpc: io.acp4j.rpc.ConnectionOptions.Builder: removed or changed: "
                        + "public io.acp4j.rpc.ConnectionOptions.Builder maxDepth(int)");
    }

    @Test
    void aRemovedMethodOfABuilderOfTheProtocolIsABreak() throws IOException {
        api.source("acp-schema", NEW_SESSION, withoutSetter("mcpServers"));

        assertThat(api.breaks())
                .singleElement()
                .asString()
                .startsWith("acp-schema: io.acp4j.schema.session.NewSessionRequest.Builder: removed or changed: ")
                .contains(" mcpServers(");
    }

    @Test
    void aRequiredMemberOfATypeIsABreak() throws IOException {
        api.definition(MODES, after(MODE_ID, "    later: {required: string, doc: a later member}\n"));

        assertThat(api.breaks())
                .hasSize(2)
                .allMatch(each -> each.contains("io.acp4j.schema.mode.SetSessionModeRequest: removed or changed: "))
                .anyMatch(each -> each.contains(" of("))
                .anyMatch(each -> each.contains(" builder("));
    }

    @Test
    void aRemovedMemberOfATypeIsABreak() throws IOException {
        api.definition(MODES, source -> source.replace(MODE_ID, "\n"));

        assertThat(api.breaks())
                .anyMatch(each -> each.startsWith("acp-schema: io.acp4j.schema.mode.SetSessionModeRequest: ")
                        && each.endsWith(" modeId()"));
    }

    @Test
    void aMethodWithoutADefaultIsABreakForImplementations() throws IOException {
        api.source("acp-client", CLIENT, atEnd("void evolve();\n"));

        assertThat(api.breaks())
                .containsExactly("acp-client: io.acp4j.client.AcpClient: implementations lack: public void evolve()");
    }

    @Test
    void anotherComponentOfARecordOutsideTheProtocolIsABreak() throws IOException {
        api.source(
                "acp-agent",
                "src/main/java/io/acp4j/agent/tree/Fork.java",
                source -> source.replace("@Nullable SessionTree tree)", "@Nullable SessionTree tree, int later)"));

        assertThat(api.breaks())
                .containsExactly("acp-agent: io.acp4j.agent.tree.Fork: removed or changed: "
                        + "public Fork(io.acp4j.agent.store.StoredSession, boolean, io.acp4j.agent.tree.SessionTree?)");
    }

    private static String moduleOf(Class<?> type) {
        return PublishedModule.ALL.stream()
                .filter(module -> module.contains(type.getName()))
                .findFirst()
                .orElseThrow()
                .directory();
    }

    /** Returns the members of a type in the listing of a module, each followed by a line break. */
    private static String members(Map<String, String> listings, String module, String type) {
        Matcher found = Pattern.compile(
                        "(?m)^\\S.* (?:class|interface|record) " + Pattern.quote(type) + "(?![.\\w]).*\n((?:  .*\n)*)")
                .matcher(listings.get(module));
        assertThat(found.find()).as(type).isTrue();
        return found.group(1);
    }

    private static UnaryOperator<String> after(String place, String text) {
        return source -> source.replace(place, place + text);
    }

    private static UnaryOperator<String> before(String place, String text) {
        return source -> source.replaceFirst("(?m)^" + Pattern.quote(place), Matcher.quoteReplacement(text + place));
    }

    private static UnaryOperator<String> atEnd(String text) {
        return source -> source.substring(0, source.lastIndexOf('}')) + text + "}\n";
    }

    private static UnaryOperator<String> withoutSetter(String name) {
        return source -> {
            int start = source.indexOf("public Builder " + name + "(");
            return source.substring(0, start) + source.substring(source.indexOf('}', start) + 1);
        };
    }

    private static String withOption(String source, String name) {
        return source.replace(
                        "public final class " + name + " {",
                        "public final class " + name + " {\n"
                                + "private final int laterOption;\n"
                                + "public int laterOption() { return laterOption; }\n")
                .replace(
                        "private " + name + "(Builder builder) {",
                        "private " + name + "(Builder builder) {\nlaterOption = builder.laterOption;\n")
                .replace(
                        "public static final class Builder {",
                        "public static final class Builder {\n"
                                + "private int laterOption;\n"
                                + "public Builder laterOption(int value) { laterOption = value; return this; }\n");
    }
}
