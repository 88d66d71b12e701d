package io.acp4j.interop.drift;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds what one side has and the other has not. */
final class Drift {

    /** One difference. */
    record Finding(Kind kind, String place, String what) {}

    /** What a difference means for us. */
    enum Kind {
        /** The schema has it and we have not. */
        MISSING,
        /** We have it and the schema has not. */
        EXTRA,
        /** Both have it, and differ on whether it must be there or well-formed. */
        DIFFERENT,
        /** We have it on purpose, ahead of the schema. */
        PROPOSED
    }

    /** Members that this project reads out of a proposal which the schema has not taken up yet. */
    private static final Set<String> PROPOSED =
            Set.of("ForkSessionRequest.messageId", "SessionForkCapabilities.atMessageId");

    private final OfficialSchema schema;
    private final OurTypes ours;
    private final List<Finding> findings = new ArrayList<>();

    private Drift(OfficialSchema schema, OurTypes ours) {
        this.schema = schema;
        this.ours = ours;
    }

    /** Compares types and methods. */
    static List<Finding> between(OfficialSchema schema, OurTypes ours) {
        Drift drift = new Drift(schema, ours);
        schema.typeNames().forEach(drift::compare);
        drift.compareNames("", "method", schema.methods(), ours.methods());
        ours.objectTypes().stream()
                .filter(type -> !schema.has(type))
                .forEach(type -> drift.findings.add(new Finding(Kind.EXTRA, type, "type")));
        return List.copyOf(drift.findings);
    }

    private void compare(String type) {
        String other = schema.sameAs(type);
        if (other != null ? ours.has(other) : schema.isAnything(type)) {
            return;
        }
        if (!ours.has(type)) {
            // A constant that stands for the type itself needs no type in Java.
            if (schema.values(type).size() != 1) {
                findings.add(new Finding(Kind.MISSING, type, "type"));
            }
            return;
        }
        List<String> values = schema.values(type);
        if (!values.isEmpty()) {
            List<String> known = ours.values(type);
            if (known != null) {
                compareNames(type, "value", new TreeSet<>(values), new TreeSet<>(known));
            }
            return;
        }
        if (schema.isScalar(type) || schema.isMixed(type)) {
            return;
        }
        Shape shape = ours.shape(type);
        if (shape == null) {
            findings.add(new Finding(Kind.MISSING, type, "members"));
            return;
        }
        compare(type, schema.shape(type), shape);
    }

    private void compare(String type, Shape official, Shape own) {
        if (own.tags().isEmpty()) {
            Map<String, Shape.Member> members = own.all();
            Map<String, Shape.Member> known = official.all();
            members.keySet().removeIf(name -> official.discriminators().contains(name) && !known.containsKey(name));
            compareMembers(type, known, members);
            return;
        }
        Set<String> tags = new TreeSet<>(own.tags());
        tags.removeIf(tag -> isUntagged(tag, official));
        compareNames(type, "variant", Set.copyOf(official.tags()), tags);
        for (String tag : own.variants().keySet()) {
            Map<String, Shape.Member> members = official.variants().get(isUntagged(tag, official) ? "" : tag);
            if (members != null) {
                compareMembers(
                        tag.isEmpty() ? type : type + "[" + tag + "]",
                        members,
                        own.variants().get(tag));
            }
        }
    }

    /** Returns whether we give a discriminator value to the variant that the schema lets go without one. */
    private static boolean isUntagged(String tag, Shape official) {
        return !official.variants().containsKey(tag) && official.variants().containsKey("");
    }

    private void compareMembers(String place, Map<String, Shape.Member> official, Map<String, Shape.Member> own) {
        compareNames(place, "member", official.keySet(), own.keySet());
        official.forEach((name, member) -> {
            Shape.Member mine = own.get(name);
            if (mine != null && mine.required() != member.required()) {
                findings.add(new Finding(Kind.DIFFERENT, place + "." + name, required(member) + " there"));
            } else if (mine != null && mine.forgiving() != member.forgiving()) {
                findings.add(new Finding(Kind.DIFFERENT, place + "." + name, forgiving(member) + " there"));
            }
        });
    }

    private static String required(Shape.Member member) {
        return member.required() ? "required" : "optional";
    }

    private static String forgiving(Shape.Member member) {
        return member.forgiving() ? "default on error" : "strict";
    }

    private void compareNames(String within, String what, Set<String> official, Set<String> own) {
        String place = within.isEmpty() ? "" : within + ".";
        for (String name : new TreeSet<>(official)) {
            if (!own.contains(name)) {
                findings.add(new Finding(Kind.MISSING, place + name, what));
            }
        }
        for (String name : new TreeSet<>(own)) {
            if (!official.contains(name)) {
                Kind kind = PROPOSED.contains(place + name) ? Kind.PROPOSED : Kind.EXTRA;
                findings.add(new Finding(kind, place + name, what));
            }
        }
    }
}
