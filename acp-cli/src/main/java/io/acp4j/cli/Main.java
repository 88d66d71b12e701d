package io.acp4j.cli;

import io.acp4j.cli.certify.CertifyProcess;
import io.acp4j.cli.tap.TapProcess;
import java.util.Arrays;
import java.util.List;

/** Entry point of the command {@code acp}. */
public final class Main {

    /** System property with the name of the command in help and messages; a launcher sets it. */
    static final String NAME = "io.acp4j.cli.name";

    private Main() {}

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param args the command and its arguments
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        String first = args.length == 0 ? "" : args[0];
        List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
        if (first.equals("tap")) {
            // An editor waits for it, so it starts before the other commands are loaded.
            TapProcess tap = TapProcess.parse(rest);
            if (tap != null) {
                tap.run();
                return;
            }
        }
        if (first.equals("certify")) {
            CertifyProcess.run(name() + " certify", rest);
            return;
        }
        System.exit(AcpCommand.commandLine(name()).execute(args));
    }

    private static String name() {
        return System.getProperty(NAME, "acp");
    }
}
