package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.screen.Style;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes the session as Markdown. */
final class Export implements Command {

    @Override
    public String name() {
        return "export";
    }

    @Override
    public String argument() {
        return "[file]";
    }

    @Override
    public String help() {
        return "write this session as Markdown, to the screen or to a new file";
    }

    @Override
    public void run(Chat chat, String argument) {
        String document = chat.document();
        if (argument.isEmpty()) {
            chat.screen().text(document, Style.PLAIN);
            chat.screen().endLine();
            return;
        }
        try {
            Files.writeString(Path.of(argument), document, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new ChatException(argument + " exists already; nothing was written.");
        } catch (NoSuchFileException e) {
            throw new ChatException(argument + " cannot be written: there is no such directory.");
        } catch (AccessDeniedException e) {
            throw new ChatException(argument + " cannot be written: access is denied.");
        } catch (InvalidPathException e) {
            throw new ChatException("\"" + argument + "\" is not a valid file name.");
        } catch (IOException e) {
            throw new ChatException(argument + " cannot be written: " + e);
        }
        chat.screen().line("written to " + argument, Style.DIM);
    }
}
