package io.acp4j.tck.internal.wire;

import io.acp4j.process.InheritedEnvironment;
import io.acp4j.process.PlatformEncoding;
import io.acp4j.process.ProcessTree;
import io.acp4j.tck.Subject;
import java.io.IOException;

/** Starts a program for each connection. */
public final class ProcessConnector implements Connector {

    private final Subject.Command subject;

    public ProcessConnector(Subject.Command subject) {
        this.subject = subject;
    }

    @Override
    public Wire open(WireListener listener) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(subject.command());
        InheritedEnvironment inherited = InheritedEnvironment.ofThisSystem();
        inherited.inherit("JAVA_HOME");
        subject.environment().forEach(inherited::add);
        inherited.applyTo(builder.environment());
        if (subject.directory() != null) {
            builder.directory(subject.directory().toFile());
        }
        try {
            if (subject.directory() != null) {
                PlatformEncoding.ofThisSystem().requireText(subject.directory(), "the working directory");
            }
            return new ProcessWire(ProcessTree.start(builder), listener);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public String describe() {
        return subject.toString();
    }
}
