package io.acp4j.examples.tutorial.agent;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionListener;
import io.acp4j.agent.SessionOrigin;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigOptionCategory;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.update.AvailableCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The agent of the tutorial after each of its steps. */
public final class Steps {

    static final String INSTRUCTIONS =
            "You are a careful programmer. Read before you change anything, and say briefly what you did.";

    static final String SUMMARISE =
            "Summarise our conversation for yourself: what I want, what was decided, which files matter, what is left to do.";

    private static final String NAME = "tutorial-agent";
    private static final String VERSION = "1.0.0";

    private Steps() {}

    /** Step 1: the model talks. */
    // snippet:talk
    static AcpAgent talking(Model model) {
        return AcpAgent.builder()
                .info(NAME, VERSION)
                .onPrompt(turn -> {
                    var said = List.of(new Model.Message(Model.Role.USER, turn.text(), null));
                    model.next(new Model.Prompt(null, INSTRUCTIONS, said, List.of()), turn::say, turn.cancellation());
                })
                .build();
    }
    // end

    /** Step 2: it remembers, and reads files. */
    // snippet:remember
    static AcpAgent reading(Model model) {
        SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
        return AcpAgent.builder()
                .info(NAME, VERSION)
                .sessions(repository)
                .onPrompt(new AgentLoop(model, turn -> List.of(new ReadFile()), turn -> null))
                .build();
    }
    // end

    /** Steps 3 and 4: it changes files with permission, and shows its plan. */
    // snippet:change
    static AcpAgent changing(Model model) {
        SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
        List<Tool> tools = List.of(new ReadFile(), new EditFile(), new UpdatePlan());
        return AcpAgent.builder()
                .info(NAME, VERSION)
                .sessions(repository)
                .onPrompt(new AgentLoop(model, turn -> tools, turn -> null))
                .build();
    }
    // end

    // snippet:settings
    static final SessionMode ASK = SessionMode.of(new SessionModeId("ask"), "Ask");
    static final SessionMode CODE = SessionMode.of(new SessionModeId("code"), "Code");
    static final SessionConfigId MODEL = new SessionConfigId("model");

    /** Step 5: the user chooses between modes and models, and has a command. */
    static AcpAgentBuilder settings(AcpAgentBuilder agent, String... models) {
        SessionConfigOption choice = SessionConfigSelect.builder(
                        MODEL,
                        "Model",
                        new SessionConfigValueId(models[0]),
                        SessionConfigSelectOptions.of(Arrays.stream(models)
                                .map(name -> SessionConfigSelectOption.of(new SessionConfigValueId(name), name))
                                .toArray(SessionConfigSelectOption[]::new)))
                .category(SessionConfigOptionCategory.MODEL)
                .build();
        return agent.modes(ASK, CODE)
                .configOptions(choice)
                .commands(AvailableCommand.of("explain", "Explains a file", "path of the file"));
    }

    /** Returns what the model may call in the present mode: nothing is changed while the user only asks. */
    static List<Tool> toolsOf(PromptTurn turn) {
        List<Tool> tools = new ArrayList<>(List.of(new ReadFile(), new UpdatePlan()));
        SessionModeState modes = turn.session().modes();
        if (modes != null && modes.currentModeId().equals(CODE.id())) {
            tools.add(new EditFile());
        }
        return tools;
    }

    static @Nullable String modelOf(AgentSession session) {
        List<SessionConfigOption> options = session.configOptions();
        return options == null
                ? null
                : options.stream()
                        .filter(SessionConfigSelect.class::isInstance)
                        .map(SessionConfigSelect.class::cast)
                        .filter(option -> option.id().equals(MODEL))
                        .map(option -> option.currentValue().value())
                        .findFirst()
                        .orElse(null);
    }
    // end

    /** Step 6: its sessions last, and fork at any message. */
    // snippet:last
    static AcpAgentBuilder lasting(AcpAgentBuilder agent, SessionRepository repository) {
        return agent.sessions(repository).echoUserMessages(true); // clients receive the IDs of user messages
    }
    // end

    /** Step 7: it uses the client's MCP servers. */
    // snippet:servers
    static AcpAgentBuilder withMcpServers(AcpAgentBuilder agent) {
        return agent.sessionListener(new SessionListener() {
            @Override
            public void opened(AgentSession session, SessionOrigin origin) {
                session.attach(McpTools.class, McpTools.of(session));
            }

            @Override
            public void closed(AgentSession session) {
                McpTools running = session.attachment(McpTools.class);
                if (running != null) {
                    running.close();
                }
            }
        });
    }

    private static List<Tool> allToolsOf(PromptTurn turn) {
        McpTools more = turn.session().attachment(McpTools.class);
        return Stream.concat(toolsOf(turn).stream(), more == null ? Stream.of() : more.tools().stream())
                .toList();
    }
    // end

    /** Step 8: it serves both versions of the protocol. */
    // snippet:complete
    public static AcpAgent complete(Model model, SessionRepository repository, String... models) {
        AcpAgentBuilder agent = AcpAgent.builder()
                .info(NAME, VERSION)
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(new AgentLoop(model, Steps::allToolsOf, turn -> modelOf(turn.session())));
        return withMcpServers(lasting(settings(agent, models), repository)).build();
    }
    // end
}
