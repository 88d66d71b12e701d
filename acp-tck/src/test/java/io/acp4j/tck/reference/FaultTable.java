package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** One way to get each requirement wrong, and nothing else. */
final class FaultTable {

    private final Map<String, Case> byRequirement = new TreeMap<>();
    private final Map<String, Case> others = new TreeMap<>();

    /**
     * A faulty agent.
     *
     * @param over how it is reached
     * @param faults what is wrong with it
     * @param fails what it fails: the requirement, and others only where they cannot be told apart
     */
    record Case(Over over, Faults faults, Set<String> fails) {}

    /** The ways to reach an agent. */
    enum Over {
        STREAM,
        WEBSOCKET,
        HTTP
    }

    static Map<String, Case> all() {
        return filled().byRequirement;
    }

    /** Returns further ways to get requirements wrong, each with a name. */
    static Map<String, Case> others() {
        return filled().others;
    }

    private static FaultTable filled() {
        FaultTable table = new FaultTable();
        WireFaults.fill(table);
        WebSocketFaults.fill(table);
        HttpFaults.fill(table);
        SessionFaults.fill(table);
        TurnFaults.fill(table);
        ServiceFaults.fill(table);
        OptionFaults.fill(table);
        ForkFaults.fill(table);
        BranchFaults.fill(table);
        return table;
    }

    /** Returns the faulty agents of version 2: what both versions ask for is broken as in version 1. */
    static Map<String, Case> ofV2() {
        FaultTable table = filledOfV2();
        Map<String, Case> first = all();
        InProcess.V2.catalogue().all().forEach(requirement -> {
            Case same = first.get(requirement.id());
            if (same != null) {
                table.byRequirement.putIfAbsent(requirement.id(), same);
            }
        });
        return table.byRequirement;
    }

    /** Returns further ways for agents of version 2 to get requirements wrong, each with a name. */
    static Map<String, Case> othersOfV2() {
        return filledOfV2().others;
    }

    private static FaultTable filledOfV2() {
        FaultTable table = new FaultTable();
        V2HandshakeFaults.fill(table);
        V2SessionFaults.fill(table);
        V2OfferFaults.fill(table);
        V2WorkFaults.fill(table);
        return table;
    }

    /** Names a fault. */
    void put(String requirement, Faults faults, String... inevitable) {
        put(requirement, Over.STREAM, faults, inevitable);
    }

    /** Names a fault of an agent that is reached by WebSocket. */
    void socket(String requirement, Faults faults, String... inevitable) {
        put(requirement, Over.WEBSOCKET, faults, inevitable);
    }

    void socket(String requirement, String flag, String... inevitable) {
        socket(requirement, new Faults().flag(flag), inevitable);
    }

    /** Names a fault of an agent that is reached over HTTP. */
    void http(String requirement, String flag, String... inevitable) {
        put(requirement, Over.HTTP, new Faults().flag(flag), inevitable);
    }

    void http(String requirement, Faults faults, String... inevitable) {
        put(requirement, Over.HTTP, faults, inevitable);
    }

    private void put(String requirement, Over over, Faults faults, String... inevitable) {
        Set<String> fails = new TreeSet<>(List.of(inevitable));
        fails.add(requirement);
        if (byRequirement.put(requirement, new Case(over, faults, fails)) != null) {
            throw new IllegalStateException("Two faults for " + requirement);
        }
    }

    /** Names one more way to get a requirement wrong. */
    void another(String requirement, String flag) {
        another(requirement, flag, new Faults().flag(flag));
    }

    void another(String requirement, String name, Faults faults, String... inevitable) {
        Set<String> fails = new TreeSet<>(List.of(inevitable));
        fails.add(requirement);
        others.put(requirement + ", " + name, new Case(Over.STREAM, faults, fails));
    }

    void flag(String requirement, String flag) {
        put(requirement, new Faults().flag(flag));
    }

    /** Changes the result of a method. */
    void result(String requirement, String method, Consumer<ObjectNode> change) {
        put(requirement, new Faults().change("result:" + method, message -> change.accept(child(message, "/result"))));
    }

    /** Changes an update of a kind. */
    void update(String requirement, String kind, Consumer<ObjectNode> change) {
        put(
                requirement,
                new Faults().change("update:" + kind, message -> change.accept(child(message, "/params/update"))));
    }

    /** Changes the parameters of a request of the agent. */
    void request(String requirement, String method, Consumer<ObjectNode> change) {
        put(requirement, new Faults().change("request:" + method, message -> change.accept(child(message, "/params"))));
    }

    static ObjectNode child(JsonNode message, String pointer) {
        JsonNode child = message.at(pointer);
        return child instanceof ObjectNode object ? object : obj();
    }

    static JsonNode prompt(JsonNode message) {
        return message.at("/params/prompt");
    }

    /** Returns whether a prompt has a block of a type. */
    static boolean has(JsonNode message, String type) {
        for (JsonNode block : prompt(message)) {
            if (block.path("type").asText().equals(type)) {
                return true;
            }
        }
        return false;
    }

    static boolean names(JsonNode message, String session) {
        return message.at("/params/sessionId").asText().equals(session);
    }

    static ObjectNode endTurn() {
        return obj("stopReason", "end_turn");
    }
}
