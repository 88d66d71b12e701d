package io.acp4j.tck.internal.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * What became of a command.
 *
 * @param code the exit code
 * @param out what it printed
 * @param err what it printed as errors
 */
record KitCommand(int code, String out, String err) {

    /** Runs a command within this JVM. */
    static KitCommand run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = line.execute(args);
        return new KitCommand(code, out.toString(), err.toString());
    }
}
