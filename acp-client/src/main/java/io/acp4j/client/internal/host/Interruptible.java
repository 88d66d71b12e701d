package io.acp4j.client.internal.host;

import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;

/** Has the thread of a handler interrupted when its request is cancelled, which it is at the end of its connection, too. */
public final class Interruptible {

    private final Thread thread = Thread.currentThread();
    private boolean over;
    private boolean interrupted;

    private Interruptible() {}

    /** Returns a handler that does the same and ends when it is interrupted. */
    public static <P, R> RequestHandler<P, R, RequestContext> handler(RequestHandler<P, R, RequestContext> handler) {
        return (params, context) -> {
            Interruptible running = new Interruptible();
            Registration registration = context.cancellation().onCancel(running::interrupt);
            try {
                return handler.handle(params, context);
            } catch (Exception e) {
                if (running.wasInterrupted()) {
                    throw new RequestCancelledException(context.method() + " was cancelled", e);
                }
                throw e;
            } finally {
                registration.close();
                running.end();
            }
        };
    }

    private synchronized void interrupt() {
        if (!over) {
            interrupted = true;
            thread.interrupt();
        }
    }

    private synchronized boolean wasInterrupted() {
        return interrupted;
    }

    /** Afterwards the thread does other things. */
    private synchronized void end() {
        over = true;
        if (interrupted) {
            // Whatever of it is left was meant for this request.
            Thread.interrupted();
        }
    }
}
