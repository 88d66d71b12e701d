package io.acp4j.interop.agent;

/** What the agent does for one prompt word. */
@FunctionalInterface
interface Script {

    void run(ScriptedTurn turn) throws Exception;
}
