// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.json.UnionCodec;
import io.acp4j.schema.json.WireVersion;

/**
 * One thing that an agent reports about a session.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownSessionUpdate} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output">the specification</a>
 * @since 0.1.0
 */
public sealed interface SessionUpdate
        permits ContentChunk,
                ToolCall,
                ToolCallUpdate,
                Plan,
                AvailableCommandsUpdate,
                CurrentModeUpdate,
                ConfigOptionUpdate,
                SessionInfoUpdate,
                UsageUpdate,
                Notice,
                CompactionUpdate,
                CompactionSummaryChunk,
                PlanUpdate,
                PlanRemoved,
                SubagentUpdate,
                SessionMessage,
                SessionMessageChunk,
                UserMessage,
                AgentMessage,
                AgentThought,
                StateUpdate,
                ToolCallContentChunk,
                TerminalUpdate,
                TerminalOutputChunk,
                UnknownSessionUpdate {

    /** Reads and writes any kind, told apart by {@code sessionUpdate}. */
    UnionCodec<SessionUpdate> CODEC = UnionCodec.<SessionUpdate>on("sessionUpdate")
            .variant("user_message_chunk", UserMessageChunk.class, () -> UserMessageChunk.CODEC)
            .variant("agent_message_chunk", AgentMessageChunk.class, () -> AgentMessageChunk.CODEC)
            .variant("agent_thought_chunk", AgentThoughtChunk.class, () -> AgentThoughtChunk.CODEC)
            .variant(WireVersion.V1, "tool_call", ToolCall.class, () -> ToolCall.CODEC)
            .variant("tool_call_update", ToolCallUpdate.class, () -> ToolCallUpdate.CODEC)
            .variant(WireVersion.V1, "plan", Plan.class, () -> Plan.CODEC)
            .variant("available_commands_update", AvailableCommandsUpdate.class, () -> AvailableCommandsUpdate.CODEC)
            .variant(WireVersion.V1, "current_mode_update", CurrentModeUpdate.class, () -> CurrentModeUpdate.CODEC)
            .variant("config_option_update", ConfigOptionUpdate.class, () -> ConfigOptionUpdate.CODEC)
            .variant("session_info_update", SessionInfoUpdate.class, () -> SessionInfoUpdate.CODEC)
            .variant("usage_update", UsageUpdate.class, () -> UsageUpdate.CODEC)
            .variant("notice", Notice.class, () -> Notice.CODEC)
            .variant("compaction_update", CompactionUpdate.class, () -> CompactionUpdate.CODEC)
            .variant("compaction_summary_chunk", CompactionSummaryChunk.class, () -> CompactionSummaryChunk.CODEC)
            .variant("plan_update", PlanUpdate.class, () -> PlanUpdate.CODEC)
            .variant("plan_removed", PlanRemoved.class, () -> PlanRemoved.CODEC)
            .variant("subagent_update", SubagentUpdate.class, () -> SubagentUpdate.CODEC)
            .variant("session_message", SessionMessage.class, () -> SessionMessage.CODEC)
            .variant("session_message_chunk", SessionMessageChunk.class, () -> SessionMessageChunk.CODEC)
            .variant(WireVersion.V2, "user_message", UserMessage.class, () -> UserMessage.CODEC)
            .variant(WireVersion.V2, "agent_message", AgentMessage.class, () -> AgentMessage.CODEC)
            .variant(WireVersion.V2, "agent_thought", AgentThought.class, () -> AgentThought.CODEC)
            .union(WireVersion.V2, "state_update", StateUpdate.class, () -> StateUpdate.CODEC)
            .variant(
                    WireVersion.V2,
                    "tool_call_content_chunk",
                    ToolCallContentChunk.class,
                    () -> ToolCallContentChunk.CODEC)
            .variant(WireVersion.V2, "terminal_update", TerminalUpdate.class, () -> TerminalUpdate.CODEC)
            .variant(
                    WireVersion.V2, "terminal_output_chunk", TerminalOutputChunk.class, () -> TerminalOutputChunk.CODEC)
            .unknown(UnknownSessionUpdate.class, UnknownSessionUpdate::new, UnknownSessionUpdate::raw);
}
