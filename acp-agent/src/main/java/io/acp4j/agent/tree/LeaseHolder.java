package io.acp4j.agent.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names a holder of leases so that others on the same machine can tell whether its process is still alive: what a process
 * leaves behind that was killed need not wait for the end of its leases then.
 *
 * <p>A name is {@code machine/process/start/unique}. The machine is that of one boot and one name space of processes, which
 * only Linux shows it; elsewhere it is unknown, and nobody is taken for dead.
 */
final class LeaseHolder {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseHolder.class);

    private static final String UNKNOWN = "";

    private final String machine;
    private final String name;

    private LeaseHolder(String machine, String name) {
        this.machine = machine;
        this.name = name;
    }

    /** Makes the name of somebody in this process. */
    static LeaseHolder here() {
        String machine = machine();
        ProcessHandle self = ProcessHandle.current();
        return new LeaseHolder(
                machine, String.join("/", machine, Long.toString(self.pid()), start(self), "" + UUID.randomUUID()));
    }

    /** Returns the name, as it stands in leases. */
    String name() {
        return name;
    }

    /** Returns whether somebody is known to be dead, since their process was on this machine and is no more. */
    boolean isDead(String holder) {
        String[] parts = holder.split("/", 5);
        if (parts.length != 4 || machine.equals(UNKNOWN) || !parts[0].equals(machine)) {
            return false;
        }
        try {
            Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(parts[1]));
            return process.isEmpty() || !start(process.get()).equals(parts[2]);
        } catch (NumberFormatException foreign) {
            return false;
        }
    }

    /** Returns when a process started: its number alone may have gone to another one. */
    private static String start(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .orElse(0L)
                .toString();
    }

    private static String machine() {
        try {
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            String processes =
                    Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return boot + ":" + processes.replace("/", "");
        } catch (IOException | RuntimeException e) {
            LOG.debug("this system does not tell machines apart; leases of dead processes run their time", e);
            return UNKNOWN;
        }
    }
}
