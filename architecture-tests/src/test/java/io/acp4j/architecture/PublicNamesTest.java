package io.acp4j.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A reader of a name, or a completion of it, leaves no doubt which type is meant, whichever modules are there. */
class PublicNamesTest {

    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);

    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:[a-z-]+ )*(?:class|interface|record|enum|@interface) (\\w+)", Pattern.MULTILINE);

    @Test
    void noTwoExportedTypesShareASimpleName() {
        Map<String, Set<String>> types = PublishedModule.ALL.stream()
                .flatMap(PublicNamesTest::exportedTypes)
                .collect(groupingBy(
                        type -> type.substring(type.lastIndexOf('.') + 1), TreeMap::new, toCollection(TreeSet::new)));
        assertThat(types).hasSizeGreaterThan(500);

        types.values().removeIf(same -> same.size() == 1);
        assertThat(types).as("types with the same name").isEmpty();
    }

    private static Stream<String> exportedTypes(PublishedModule module) {
        Set<String> exported = module.exportedPackages();
        return module.sourceFiles().stream().map(PublicNamesTest::read).flatMap(source -> {
            Matcher inPackage = PACKAGE.matcher(source);
            Matcher type = PUBLIC_TYPE.matcher(source);
            return inPackage.find() && exported.contains(inPackage.group(1)) && type.find()
                    ? Stream.of(inPackage.group(1) + "." + type.group(1))
                    : Stream.empty();
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
