package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanUpdateContent;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.PlanRemoved;
import io.acp4j.schema.update.PlanUpdate;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What there is beside the flow of the conversation. */
public record Details(
        List<PlanEntry> plan,
        List<AvailableCommand> commands,
        @Nullable SessionModeState modes,
        List<SessionConfigOption> configOptions,
        @Nullable UsageUpdate usage,
        @Nullable String title,
        @Nullable String updatedAt,
        Map<PlanId, PlanUpdateContent> plans,
        @Nullable StateUpdate state,
        Map<TerminalId, Conversation.TerminalState> terminals) {

    /** How many plans with ids are kept; the oldest go first. */
    private static final int MAX_PLANS = 100;

    /** How many terminals are kept; those that began first go first. */
    private static final int MAX_TERMINALS = 100;

    public static final Details NONE =
            new Details(List.of(), List.of(), null, List.of(), null, null, null, Map.of(), null, Map.of());

    /** Returns which detail an update is about; null when it is about none. */
    public static @Nullable Detail of(SessionUpdate update) {
        if (update instanceof Plan || update instanceof PlanUpdate || update instanceof PlanRemoved) {
            return Detail.PLAN;
        }
        if (update instanceof AvailableCommandsUpdate) {
            return Detail.COMMANDS;
        }
        if (update instanceof CurrentModeUpdate) {
            return Detail.MODES;
        }
        if (update instanceof ConfigOptionUpdate) {
            return Detail.CONFIG_OPTIONS;
        }
        if (update instanceof UsageUpdate) {
            return Detail.USAGE;
        }
        if (update instanceof StateUpdate) {
            return Detail.STATE;
        }
        return update instanceof SessionInfoUpdate ? Detail.INFO : null;
    }

    /**
     * Takes an update that is about a detail.
     *
     * @param patching whether a usage that leaves out the cost leaves it as it is
     */
    public Details updatedBy(SessionUpdate update, boolean patching) {
        if (update instanceof Plan newPlan) {
            return new Details(
                    newPlan.entries(),
                    commands,
                    modes,
                    configOptions,
                    usage,
                    title,
                    updatedAt,
                    plans,
                    state,
                    terminals);
        }
        if (update instanceof PlanUpdate now) {
            return with(now.plan().planId(), now.plan());
        }
        if (update instanceof PlanRemoved now) {
            return with(now.planId(), null);
        }
        if (update instanceof AvailableCommandsUpdate now) {
            return new Details(
                    plan,
                    now.availableCommands(),
                    modes,
                    configOptions,
                    usage,
                    title,
                    updatedAt,
                    plans,
                    state,
                    terminals);
        }
        if (update instanceof CurrentModeUpdate now) {
            return with(mode(now.currentModeId()));
        }
        if (update instanceof ConfigOptionUpdate now) {
            return with(now.configOptions());
        }
        if (update instanceof UsageUpdate now) {
            UsageUpdate told = patching && usage != null && now.cost().isUnchanged()
                    ? new UsageUpdate(now.used(), now.size(), usage.cost(), now.meta())
                    : now;
            return new Details(plan, commands, modes, configOptions, told, title, updatedAt, plans, state, terminals);
        }
        if (update instanceof SessionInfoUpdate now) {
            return new Details(
                    plan,
                    commands,
                    modes,
                    configOptions,
                    usage,
                    now.title().applyTo(title),
                    now.updatedAt().applyTo(updatedAt),
                    plans,
                    state,
                    terminals);
        }
        if (update instanceof StateUpdate now) {
            return new Details(plan, commands, modes, configOptions, usage, title, updatedAt, plans, now, terminals);
        }
        return this;
    }

    /** Puts a terminal in the place of what was known of it; the one that began first goes when there are too many. */
    public Details with(DefaultTerminal terminal) {
        Map<TerminalId, Conversation.TerminalState> changed = new LinkedHashMap<>(terminals);
        changed.put(terminal.id(), terminal);
        if (changed.size() > MAX_TERMINALS) {
            changed.remove(changed.keySet().iterator().next());
        }
        return new Details(
                plan,
                commands,
                modes,
                configOptions,
                usage,
                title,
                updatedAt,
                plans,
                state,
                Collections.unmodifiableMap(changed));
    }

    public DefaultTerminal terminal(TerminalId id) {
        Conversation.TerminalState known = terminals.get(id);
        return known == null ? DefaultTerminal.begun(id) : (DefaultTerminal) known;
    }

    /** Puts a plan in the place of an earlier one, or takes it away. */
    private Details with(PlanId id, @Nullable PlanUpdateContent content) {
        Map<PlanId, PlanUpdateContent> changed = new LinkedHashMap<>(plans);
        if (content == null) {
            changed.remove(id);
        } else {
            changed.put(id, content);
            if (changed.size() > MAX_PLANS) {
                changed.remove(changed.keySet().iterator().next());
            }
        }
        return new Details(
                plan,
                commands,
                modes,
                configOptions,
                usage,
                title,
                updatedAt,
                Collections.unmodifiableMap(changed),
                state,
                terminals);
    }

    private SessionModeState mode(SessionModeId current) {
        return modes == null
                ? SessionModeState.of(current, List.of())
                : new SessionModeState(current, modes.availableModes(), modes.meta());
    }

    public Details with(SessionModeState newModes) {
        return new Details(plan, commands, newModes, configOptions, usage, title, updatedAt, plans, state, terminals);
    }

    public Details with(List<SessionConfigOption> newOptions) {
        return new Details(plan, commands, modes, newOptions, usage, title, updatedAt, plans, state, terminals);
    }

    /** Returns these details, updated with the later reports of another connection. */
    public Details continuedBy(Details later) {
        return new Details(
                later.plan.isEmpty() ? plan : later.plan,
                later.commands.isEmpty() ? commands : later.commands,
                later.modes == null ? modes : later.modes,
                later.configOptions.isEmpty() ? configOptions : later.configOptions,
                later.usage == null ? usage : later.usage,
                later.title == null ? title : later.title,
                later.updatedAt == null ? updatedAt : later.updatedAt,
                later.plans.isEmpty() ? plans : later.plans,
                later.state,
                later.terminals.isEmpty() ? terminals : later.terminals);
    }

    /** Returns what stays when the conversation is told anew. */
    public Details withoutPlan() {
        return new Details(
                List.of(), commands, modes, configOptions, usage, title, updatedAt, Map.of(), state, Map.of());
    }

    /** Returns it with what is told in the flow of another conversation. */
    public Details withFlow(Details other) {
        return new Details(
                other.plan,
                commands,
                modes,
                configOptions,
                usage,
                title,
                updatedAt,
                other.plans,
                state,
                other.terminals);
    }
}
