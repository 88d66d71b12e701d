package io.acp4j.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.rpc.VisibleText;
import io.acp4j.transport.stdio.AgentCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON text of a file with configured agents. It accepts no unknown or repeated members. Its messages contain names and
 * positions, but no values, because the values of variables may be secret.
 */
final class AgentCatalogParser {

    /** Reads the value of a member; the parser is at its first token. */
    @FunctionalInterface
    private interface MemberReader {
        void read(String member) throws IOException;
    }

    private static final JsonFactory JSON = new JsonFactory();
    private static final String ROOT = "agent_servers";
    private static final int MAX_NAME = 100;

    private final String file;
    private final JsonParser json;

    private AgentCatalogParser(String file, JsonParser json) {
        this.file = file;
        this.json = json;
    }

    static Map<String, AgentEntry> parse(String file, byte[] content) throws IOException {
        String text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not encoded in UTF-8. Save it in this encoding.", e);
        }
        // Editors on Windows begin a file with a byte order mark.
        try (JsonParser json = JSON.createParser(text.startsWith("\uFEFF") ? text.substring(1) : text)) {
            return new AgentCatalogParser(file, json).document();
        }
    }

    private Map<String, AgentEntry> document() throws IOException {
        Map<String, AgentEntry> entries = new LinkedHashMap<>();
        boolean[] found = new boolean[1];
        next();
        members("an object such as " + AgentCatalog.EXAMPLE, member -> {
            if (!member.equals(ROOT)) {
                throw problem("is unknown; the only member here is " + ROOT);
            }
            found[0] = true;
            members("an object with an entry for each agent", name -> {
                if (name.isBlank()
                        || name.length() > MAX_NAME
                        || !VisibleText.line(name).equals(name)) {
                    throw problem("must have a name of 1 to " + MAX_NAME + " visible characters");
                }
                entries.put(name, entry(name));
            });
        });
        if (!found[0]) {
            throw problem("must have the member " + ROOT + ", as in " + AgentCatalog.EXAMPLE);
        }
        if (next() != null) {
            throw problem("must be the only value in the file; remove what follows it");
        }
        return entries;
    }

    private AgentEntry entry(String name) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        members(
                "an object with command or url",
                member -> values.put(
                        member,
                        switch (member) {
                            case "command", "url", "bearer_variable" -> nonEmpty();
                            case "args" -> arguments();
                            case "env" -> variables();
                            case "type" -> type();
                            default ->
                                throw problem(
                                        "is unknown; the members of an agent are command, args and env, or url and"
                                                + " bearer_variable");
                        }));
        String command = (String) values.get("command");
        String url = (String) values.get("url");
        if ((command == null) == (url == null)) {
            throw problem(
                    command == null
                            ? "must have command, for a program, or url, for an agent at an address"
                            : "must not have both command and url; remove one of them");
        }
        if (command == null) {
            refuse(values.keySet(), "url", Set.of("args", "env"));
            return new AgentEntry.Address(name, uri(String.valueOf(url)), (String) values.get("bearer_variable"));
        }
        refuse(values.keySet(), "command", Set.of("bearer_variable"));
        return new AgentEntry.Program(name, program(command, values));
    }

    @SuppressWarnings("unchecked") // as the methods that read these members return them
    private static AgentCommand program(String command, Map<String, Object> values) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll((List<String>) values.getOrDefault("args", List.of()));
        return new AgentCommand(words, (Map<String, String>) values.getOrDefault("env", Map.of()));
    }

    private void refuse(Set<String> present, String kind, Set<String> others) throws IOException {
        for (String other : others) {
            if (present.contains(other)) {
                throw problem("must not have " + other + " besides " + kind + "; remove it");
            }
        }
    }

    private URI uri(String url) throws IOException {
        try {
            // Checks the scheme and the host as a connection would.
            return new RemoteAgent(URI.create(url), null, null).uri();
        } catch (IllegalArgumentException e) {
            throw problem("has an invalid url; write for instance ws://localhost:8080/acp or https://example.com/acp");
        }
    }

    private List<String> arguments() throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw problem("must be an array of strings, such as [\"acp\"]");
        }
        List<String> arguments = new ArrayList<>();
        while (next() != JsonToken.END_ARRAY) {
            arguments.add(string());
        }
        return arguments;
    }

    private Map<String, String> variables() throws IOException {
        Map<String, String> variables = new LinkedHashMap<>();
        members("an object of strings, such as {\"API_KEY\": \"...\"}", name -> {
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                throw problem("is not a valid name of an environment variable");
            }
            variables.put(name, string());
        });
        return variables;
    }

    /** Editors mark agents that their users have added with this member. */
    private String type() throws IOException {
        String type = string();
        if (!type.equals("custom")) {
            throw problem("must be \"custom\"; or remove it");
        }
        return type;
    }

    private String nonEmpty() throws IOException {
        String value = string();
        if (value.isBlank()) {
            throw problem("must not be empty");
        }
        return value;
    }

    private String string() throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw problem("must be a string in quotes");
        }
        String value = json.getText();
        if (value.indexOf('\0') >= 0) {
            throw problem("must not contain the character U+0000");
        }
        return value;
    }

    /** Reads the members of the object at which the parser is. */
    private void members(String expected, MemberReader reader) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw problem("must be " + expected);
        }
        Map<String, JsonLocation> seen = new LinkedHashMap<>();
        while (next() != JsonToken.END_OBJECT) {
            String member = json.currentName();
            JsonLocation before = seen.put(member, json.currentTokenLocation());
            next();
            if (before != null) {
                throw problem("is there twice, first in line " + before.getLineNr() + "; remove one of them");
            }
            reader.read(member);
        }
    }

    private @Nullable JsonToken next() throws IOException {
        try {
            JsonToken token = json.nextToken();
            json.finishToken();
            return token;
        } catch (JsonProcessingException e) {
            // Neither the message of the library nor the path is used: with a missing quote, a value is taken for a
            // name.
            throw problem(e.getLocation(), "invalid JSON; check quotes, commas and braces, and remove comments");
        }
    }

    private IOException problem(String what) {
        String path = json.getParsingContext().pathAsPointer().toString();
        return problem(
                json.currentTokenLocation(), (path.isEmpty() ? "the file" : VisibleText.line(path)) + " " + what);
    }

    private IOException problem(JsonLocation at, String what) {
        return new IOException(
                String.format(Locale.ROOT, "%s:%d:%d: %s.", file, at.getLineNr(), at.getColumnNr(), what));
    }
}
