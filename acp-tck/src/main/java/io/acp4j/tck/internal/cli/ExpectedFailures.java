package io.acp4j.tck.internal.cli;

import io.acp4j.tck.internal.catalogue.Catalogue;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A file of requirement ids that are known to fail: one a line, with comments after a number sign. */
final class ExpectedFailures {

    private ExpectedFailures() {}

    /**
     * Reads the ids that one of the catalogues has; each id must be in some.
     *
     * @throws IllegalArgumentException when one is not, or the file cannot be read
     */
    static Set<String> read(Path file, Catalogue catalogue, List<Catalogue> all) {
        Set<String> ids = new TreeSet<>();
        for (String line : lines(file)) {
            int comment = line.indexOf('#');
            String id = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (id.isEmpty()) {
                continue;
            }
            if (all.stream().allMatch(each -> each.find(id).isEmpty())) {
                throw new IllegalArgumentException(file + " names " + id + ", which is no requirement");
            }
            catalogue.find(id).ifPresent(known -> ids.add(known.id()));
        }
        return ids;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("--expected-failures: there is no file " + file, e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("--expected-failures: " + file + " is no text in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("--expected-failures: " + file + " cannot be read", e);
        }
    }
}
