package io.acp4j.store.jdbc.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/** Gives Flyway the migrations by name: it need not look for them, and could not look into a module. */
final class MigrationFiles implements ResourceProvider {

    private static final String ROOT = "/META-INF/io.acp4j.store.jdbc/";

    private final String directory;
    private final List<String> names;

    MigrationFiles(String directory, List<String> names) {
        this.directory = directory;
        this.names = names;
    }

    @Override
    public @Nullable LoadableResource getResource(String name) {
        return names.contains(name) ? new File(directory, name) : null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
        return names.stream()
                .filter(name -> name.startsWith(prefix))
                .filter(name -> List.of(suffixes).stream().anyMatch(name::endsWith))
                .<LoadableResource>map(name -> new File(directory, name))
                .toList();
    }

    private static final class File extends LoadableResource {

        private final String path;
        private final String name;

        File(String directory, String name) {
            this.path = ROOT + directory + "/" + name;
            this.name = name;
        }

        @Override
        public Reader read() {
            try (InputStream in = Objects.requireNonNull(Migrations.class.getResourceAsStream(path), path)) {
                return new StringReader(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + path, e);
            }
        }

        @Override
        public String getAbsolutePath() {
            return path;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return path;
        }

        @Override
        public String getFilename() {
            return name;
        }

        @Override
        public String getRelativePath() {
            return name;
        }
    }
}
