package io.acp4j.inspector.recording;

import io.acp4j.inspector.recording.RecordedLine.Sender;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words and arrows by which tools state the direction of a message. */
final class DirectionWords {

    private static final List<String> CLIENTS = List.of("client", "editor", "ide", "host", "c");
    private static final List<String> AGENTS = List.of("agent", "server", "a");

    /** Values of a member or labels before a message, without punctuation. */
    private static final Map<String, Sender> LABELS = new HashMap<>();

    /** Words that state the direction wherever they are before a message. */
    private static final Map<String, Sender> WORDS = new HashMap<>();

    private static final String CLIENT = "(?<client>client|editor|ide)";
    private static final String AGENT = "(?<agent>agent|server)";
    private static final String RIGHT = "\\s*(?:[-=]*>+|→|⇒|to)\\s*";
    private static final String LEFT = "\\s*(?:<+[-=]*|←|⇐)\\s*";

    private static final Pattern FROM_CLIENT = Pattern.compile(
            "\\b(?:" + CLIENT + RIGHT + AGENT + "|agent" + LEFT + "client|(?:from|by)(?: the)? (?:client|editor)"
                    + "|(?<!client )(?<!editor )to(?: the)? agent)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern FROM_AGENT = Pattern.compile(
            "\\b(?:" + AGENT + RIGHT + CLIENT + "|client" + LEFT + "agent|(?:from|by)(?: the)? agent"
                    + "|(?<!agent )(?<!server )to(?: the)? (?:client|editor))\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern OUT_ARROW = Pattern.compile("[-=]*>+|→|⇒|»");
    private static final Pattern IN_ARROW = Pattern.compile("<+[-=]*|←|⇐|«");
    private static final Pattern EDGE = Pattern.compile("^[\\[\\](){}:;,|\"'*#]+|[\\[\\](){}:;,|\"'*#]+$");

    static {
        for (String client : CLIENTS) {
            for (String agent : AGENTS) {
                for (String to : List.of("to", "2", "->", ">", "→")) {
                    LABELS.put(client + to + agent, Sender.CLIENT);
                    LABELS.put(agent + to + client, Sender.AGENT);
                }
            }
        }
        for (String client : CLIENTS.subList(0, 3)) {
            put(LABELS, Sender.CLIENT, client, "from" + client);
            put(LABELS, Sender.AGENT, "to" + client);
        }
        for (String agent : AGENTS.subList(0, 2)) {
            put(LABELS, Sender.AGENT, agent, "from" + agent);
            put(LABELS, Sender.CLIENT, "to" + agent);
        }
        put(LABELS, Sender.CLIENT, "stdin");
        put(LABELS, Sender.AGENT, "stdout");
        put(LABELS, Sender.RECORDER, "out", "tx", "write", "wrote", "writing", "o");
        put(LABELS, Sender.PEER, "in", "rx", "read", "reading", "i");
        put(WORDS, Sender.RECORDER, "outgoing", "outbound", "send", "sent", "sending");
        put(WORDS, Sender.PEER, "incoming", "inbound", "recv", "received", "receive", "receiving");
        LABELS.putAll(WORDS);
    }

    private DirectionWords() {}

    private static void put(Map<String, Sender> words, Sender sender, String... all) {
        for (String word : all) {
            words.put(word, sender);
        }
    }

    /** Returns the sender that a value or a name of a member states; null for none. */
    static @Nullable Sender ofLabel(String text) {
        if (text.length() > 40) {
            return null;
        }
        String trimmed = text.strip();
        Sender arrow = ofArrow(trimmed);
        return arrow != null
                ? arrow
                : LABELS.get(trimmed.toLowerCase(Locale.ROOT).replaceAll("[\\s_-]+(?!>)|[.:]", ""));
    }

    private static @Nullable Sender ofArrow(String token) {
        return OUT_ARROW.matcher(token).matches()
                ? Sender.RECORDER
                : IN_ARROW.matcher(token).matches() ? Sender.PEER : null;
    }

    /** Returns the sender that the text before a message states: both sides, an arrow, a word, or a label next to the message. */
    static Sender ofText(String text) {
        Matcher fromClient = FROM_CLIENT.matcher(text);
        Matcher fromAgent = FROM_AGENT.matcher(text);
        boolean isFromClient = fromClient.find();
        boolean isFromAgent = fromAgent.find();
        if (isFromClient != isFromAgent) {
            return isFromClient ? Sender.CLIENT : Sender.AGENT;
        }
        String[] tokens = text.strip().split("\\s+", -1);
        Sender word = null;
        for (String token : tokens) {
            String bare = EDGE.matcher(token).replaceAll("");
            Sender arrow = ofArrow(bare);
            if (arrow != null) {
                return arrow;
            }
            Sender known = WORDS.get(bare.substring(bare.indexOf('=') + 1).toLowerCase(Locale.ROOT));
            word = known == null ? word : known;
        }
        if (word != null) {
            return word;
        }
        Sender label = ofToken(tokens[tokens.length - 1]);
        return label != null ? label : isBracketed(tokens[0]) ? unknown(ofToken(tokens[0])) : Sender.UNKNOWN;
    }

    private static boolean isBracketed(String token) {
        return token.startsWith("[") || token.startsWith("(") || token.endsWith(":");
    }

    private static Sender unknown(@Nullable Sender sender) {
        return sender == null ? Sender.UNKNOWN : sender;
    }

    private static @Nullable Sender ofToken(String token) {
        String bare = EDGE.matcher(token).replaceAll("");
        return ofLabel(bare.substring(bare.indexOf('=') + 1));
    }
}
