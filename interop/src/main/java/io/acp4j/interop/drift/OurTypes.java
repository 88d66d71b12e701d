package io.acp4j.interop.drift;

import io.acp4j.schema.Method;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Side;
import io.acp4j.schema.Stability;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Field;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.MemberUnionCodec;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.OpenValueCodec;
import io.acp4j.schema.json.UnionCodec;
import io.acp4j.schema.v1.Methods;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The types of acp-schema, found by looking at its classes. */
final class OurTypes {

    /** Our own extension, of which the official schema knows nothing. */
    private static final String BRANCHING = "io/acp4j/schema/v1/branch/";

    private final Map<String, Class<?>> classes = new TreeMap<>();
    private final Map<String, JsonCodec<?>> codecs = new TreeMap<>();
    private final IdentityHashMap<JsonCodec<?>, Class<?>> owners = new IdentityHashMap<>();
    private boolean stableOnly;

    private OurTypes() {}

    static OurTypes scan() throws IOException {
        OurTypes types = new OurTypes();
        try {
            URI location = SessionId.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            Path path = Path.of(location);
            if (Files.isDirectory(path)) {
                types.scan(path);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(path)) {
                    types.scan(jar.getPath("/"));
                }
            }
        } catch (URISyntaxException e) {
            throw new IOException("the classes of acp-schema have no readable location", e);
        }
        return types;
    }

    /** Leaves out everything that is marked as unstable. */
    OurTypes stable() {
        OurTypes stable = new OurTypes();
        stable.stableOnly = true;
        stable.owners.putAll(owners);
        classes.values().stream()
                .filter(type -> !type.isAnnotationPresent(Unstable.class))
                .forEach(type -> stable.classes.put(type.getSimpleName(), type));
        codecs.forEach((name, codec) -> {
            Class<?> owner = owners.get(codec);
            if (owner != null && !owner.isAnnotationPresent(Unstable.class)) {
                stable.codecs.put(name, codec);
            }
        });
        return stable;
    }

    private void scan(Path root) throws IOException {
        List<String> names;
        try (Stream<Path> files = Files.walk(root)) {
            names = files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.startsWith("io/acp4j/schema/") && file.endsWith(".class"))
                    .filter(file -> !file.startsWith(BRANCHING))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> !name.endsWith("-info"))
                    .toList();
        }
        for (String name : names) {
            add(name);
        }
        if (classes.size() < 100) {
            throw new IOException("only " + classes.size() + " classes of acp-schema were found");
        }
    }

    private void add(String name) throws IOException {
        try {
            Class<?> type = Class.forName(name);
            boolean wire = !type.getPackageName().equals(JsonCodec.class.getPackageName());
            if (wire && Modifier.isPublic(type.getModifiers())) {
                classes.putIfAbsent(type.getSimpleName(), type);
            }
            for (var field : type.getDeclaredFields()) {
                boolean codec = field.getName().equals("CODEC") && Modifier.isStatic(field.getModifiers());
                if (codec && wire && field.trySetAccessible()) {
                    keep(type, (JsonCodec<?>) field.get(null));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IOException("cannot look at " + name, e);
        }
    }

    private void keep(Class<?> type, JsonCodec<?> codec) {
        owners.put(codec, type);
        if (Modifier.isPublic(type.getModifiers())) {
            codecs.put(type.getSimpleName(), codec);
        }
        if (codec instanceof ObjectCodec<?> object) {
            codecs.putIfAbsent(object.typeName(), codec);
        }
    }

    /** Whether there is a Java type for a type of the schema. */
    boolean has(String type) {
        return classes.containsKey(type) || codecs.containsKey(type);
    }

    /** Names the object types that we declare under a name of the schema. */
    Set<String> objectTypes() {
        Set<String> names = new TreeSet<>();
        for (JsonCodec<?> codec : codecs.values()) {
            if (codec instanceof ObjectCodec<?> object) {
                names.add(object.typeName());
            }
        }
        return names;
    }

    /** Names the methods: what they are, their name and the side that they are sent to. */
    Set<String> methods() {
        Set<String> names = new TreeSet<>();
        for (Method<?> method : Methods.ALL) {
            if (!stableOnly || method.stability() == Stability.STABLE) {
                String kind = method instanceof RequestMethod<?, ?> ? "request " : "notification ";
                names.add(kind + method.name() + " of " + side(method.handledBy()));
            }
        }
        return names;
    }

    private static String side(Set<Side> sides) {
        return sides.size() == 1 ? sides.iterator().next().name().toLowerCase(Locale.ROOT) : "protocol";
    }

    /** Gives the well-known values; null when the type is no open enumeration of strings. */
    @Nullable
    List<String> values(String type) {
        return codecs.get(type) instanceof OpenValueCodec<?> open ? open.known() : null;
    }

    /** Gives the members of an object type or a union of them; null when the type is neither. */
    @Nullable
    Shape shape(String type) {
        JsonCodec<?> codec = codecs.get(type);
        if (codec instanceof ObjectCodec<?> object) {
            return Shape.single(members(object));
        }
        Map<String, ObjectCodec<?>> variants;
        if (codec instanceof UnionCodec<?> union) {
            variants = union.variants();
        } else if (codec instanceof MemberUnionCodec<?> union) {
            return Shape.single(Shape.united(
                    union.variants().values().stream().map(this::members).toList()));
        } else {
            return null;
        }
        Map<String, Map<String, Shape.Member>> shape = new TreeMap<>();
        variants.forEach((tag, object) -> {
            if (!isLeftOut(owners.get(object))) {
                shape.put(tag, members(object));
            }
        });
        return new Shape(shape, Set.of());
    }

    private boolean isLeftOut(@Nullable AnnotatedElement element) {
        return stableOnly && element != null && element.isAnnotationPresent(Unstable.class);
    }

    private @Nullable RecordComponent component(ObjectCodec<?> object, String name) {
        Class<?> owner = owners.get(object);
        return owner == null || !owner.isRecord()
                ? null
                : Arrays.stream(owner.getRecordComponents())
                        .filter(component -> component.getName().equals(name))
                        .findFirst()
                        .orElse(null);
    }

    private Map<String, Shape.Member> members(ObjectCodec<?> object) {
        Map<String, Shape.Member> members = new TreeMap<>();
        for (Field<?, ?> field : object.fields()) {
            boolean forgiving = switch (field.rule()) {
                case LENIENT, PATCH, REQUIRED_DEFAULT_ON_ERROR -> true;
                case OPTIONAL, NULLABLE, REQUIRED, REQUIRED_DEFAULT_ON_NULL -> false;
            };
            if (isLeftOut(component(object, field.name()))) {
                continue;
            }
            members.put(field.name(), new Shape.Member(field.required(), forgiving));
        }
        return members;
    }
}
