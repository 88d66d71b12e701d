package io.acp4j.examples.tutorial.agent;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.tree.SessionRepository;

/** The finished agent of the tutorial with a model that plays a script, for the tests of its client. */
public final class TutorialAgents implements AutoCloseable {

    private final ScriptedModel script = new ScriptedModel();

    private TutorialAgents() {}

    /** Returns a model without a script. */
    public static TutorialAgents scripted() {
        return new TutorialAgents();
    }

    /** Adds a reply of text. */
    public TutorialAgents says(String text) {
        script.says(text);
        return this;
    }

    /** Adds a reply that calls a tool. */
    public TutorialAgents calls(String tool, String arguments) {
        script.calls(tool, arguments);
        return this;
    }

    /** Returns the agent. */
    public AcpAgent agent(SessionRepository repository) {
        return Steps.complete(new ChatCompletions(script.address(), "", "small"), repository, "small");
    }

    @Override
    public void close() {
        script.close();
    }
}
