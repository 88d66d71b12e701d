package io.acp4j.interop.client;

/**
 * Something that must hold.
 *
 * @param name its name, in kebab case
 * @param body looks whether it holds
 */
record Check(String name, Body body) {

    /** Looks whether something holds; throws when it does not. */
    @FunctionalInterface
    interface Body {

        void run(Agents agents) throws Exception;
    }
}
