package io.acp4j.cli.agent;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/** The names of configured agents for the shell completion. Names that a shell would interpret are omitted. */
public final class ConfiguredNames implements Iterable<String> {

    /** Creates the list, for picocli. */
    public ConfiguredNames() {}

    @Override
    public Iterator<String> iterator() {
        try {
            return AgentCatalog.read(AgentCatalog.defaultFile(System.getenv())).entries().stream()
                    .map(AgentEntry::name)
                    .filter(name -> name.matches("[A-Za-z0-9._-]+"))
                    .iterator();
        } catch (IOException e) {
            return List.<String>of().iterator(); // Completion works without the file.
        }
    }
}
