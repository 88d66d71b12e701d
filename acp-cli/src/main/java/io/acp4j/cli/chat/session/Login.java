package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.auth.AuthMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Authenticates by one of the methods that the agent offers. */
final class Login {

    private final AcpClient client;
    private final Screen screen;

    Login(AcpClient client, Screen screen) {
        this.client = client;
        this.screen = screen;
    }

    /** Logs in by the method with a number or id. Without one, the user selects a method if there are several. */
    void by(String name) {
        List<AuthMethod> methods = client.authMethods();
        if (methods.isEmpty()) {
            throw new ChatException("This agent offers no login that this client supports; see its documentation.");
        }
        AuthMethod method = name.isEmpty() ? chosen(methods) : named(methods, name);
        if (method == null) {
            throw nobody();
        }
        CompletableFuture<?> entering = client.authenticateAsync(method.id());
        Screen.Work work = screen.working("logging in", () -> entering.cancel(true));
        try {
            entering.join();
        } catch (CancellationException e) {
            throw nobody();
        } catch (CompletionException e) {
            if (e.getCause() instanceof AcpException failure) {
                throw failure;
            }
            throw e;
        } finally {
            work.close();
        }
        screen.line("logged in: " + VisibleText.line(method.name()), Style.DIM);
    }

    private static ChatException nobody() {
        return new ChatException("You are not logged in. /login tries again.");
    }

    private @Nullable AuthMethod chosen(List<AuthMethod> methods) {
        if (methods.size() == 1) {
            return methods.get(0);
        }
        screen.line("The agent requires a login:", Style.BOLD);
        for (int i = 0; i < methods.size(); i++) {
            screen.line("  " + (i + 1) + "  " + VisibleText.line(methods.get(i).name()), Style.PLAIN);
        }
        try {
            String answer = screen.question("1–" + methods.size() + "? ", "");
            return answer == null || answer.isBlank() ? null : named(methods, answer.strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static AuthMethod named(List<AuthMethod> methods, String name) {
        OptionMatcher matcher = new OptionMatcher();
        methods.forEach(method -> matcher.add(method.id().value(), method.name()));
        List<Integer> matches = matcher.matches(name);
        if (matches.size() == 1) {
            return methods.get(matches.get(0));
        }
        throw new ChatException("There is no login method \"" + name + "\".");
    }
}
