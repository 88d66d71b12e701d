package io.acp4j.cli.chat;

import java.util.Map;

/** Messages about capabilities that an agent does not have. */
final class MissingCapabilityMessages {

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("sessionCapabilities.fork", "This agent cannot fork sessions."),
            Map.entry(
                    "sessionCapabilities.fork.atMessageId",
                    "This agent forks whole sessions only, not at a message. Enter /fork without a number."),
            Map.entry("sessionCapabilities.list", "This agent does not list its sessions."),
            Map.entry("sessionCapabilities.delete", "This agent cannot delete sessions."),
            Map.entry("sessionCapabilities.resume", "This agent cannot open stored sessions again."),
            Map.entry("loadSession", "This agent cannot open stored sessions again."),
            Map.entry("promptCapabilities.image", "This agent does not accept images."));

    private MissingCapabilityMessages() {}

    static String inWords(String capability) {
        String name = capability.replaceFirst("^agentCapabilities\\.", "");
        if (name.contains("acp4j/fork")) {
            return "This agent cannot fork at this message.";
        }
        if (name.contains("acp4j")) {
            return "This agent has no branches inside a session.";
        }
        return WORDS.getOrDefault(name, "This agent cannot do that: it does not advertise " + name + ".");
    }
}
