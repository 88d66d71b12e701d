package io.acp4j.architecture.api;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The API of a module as sorted text: the public and protected types of its exported packages, each with the members that users
 * can see. Members of supertypes that users cannot see stand with the types that inherit them.
 *
 * <p>The canonical constructors and the lists of components of protocol objects are left out. They are not API: a new member of the
 * protocol changes them. Factory methods, builders and accessors are API.
 */
public final class ApiListing {

    private static final Set<String> SHOWN = Set.of("Deprecated", "FunctionalInterface", "Unstable");

    private final Set<String> exported;
    private final StringBuilder text = new StringBuilder();

    private ApiListing(Set<String> exported) {
        this.exported = exported;
    }

    /**
     * Returns the listing.
     *
     * @param types all types of the module
     * @param exported the packages that all modules of the project export
     */
    public static String of(Collection<Class<?>> types, Set<String> exported) {
        ApiListing listing = new ApiListing(exported);
        types.stream()
                .filter(listing::isApi)
                .sorted((one, other) -> TypeText.of(one).compareTo(TypeText.of(other)))
                .forEach(listing::add);
        return listing.text.toString();
    }

    private boolean isApi(Class<?> type) {
        if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic() || !isVisible(type.getModifiers())) {
            return false;
        }
        Class<?> outer = type.getDeclaringClass();
        return outer == null ? exported.contains(type.getPackageName()) : isApi(outer);
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** Returns whether it is of this project and users cannot name it. */
    private boolean isHidden(Class<?> type) {
        return type.getName().startsWith("io.acp4j.") && !isApi(type);
    }

    private void add(Class<?> type) {
        text.append('\n').append(header(type)).append('\n');
        Set<String> fields = new TreeSet<>();
        Set<String> constructors = new TreeSet<>();
        Set<String> methods = new TreeSet<>();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isSeen(constructor, type) && !(isProtocolObject(type) && isCanonical(constructor))) {
                constructors.add(describe(constructor));
            }
        }
        for (Class<?> owner : withHiddenSupertypes(type)) {
            for (Field field : owner.getDeclaredFields()) {
                if (isSeen(field, type)) {
                    fields.add(describe(field));
                }
            }
            for (Method method : owner.getDeclaredMethods()) {
                if (isSeen(method, type) && !isImplied(method)) {
                    methods.add(describe(method));
                }
            }
        }
        Stream.of(fields, constructors, methods)
                .flatMap(Set::stream)
                .forEach(member -> text.append("  ").append(member).append('\n'));
    }

    private static boolean isSeen(Member member, Class<?> type) {
        boolean ownOnly = Modifier.isFinal(type.getModifiers()) || type.isSealed();
        return !member.isSynthetic()
                && (Modifier.isPublic(member.getModifiers())
                        || (Modifier.isProtected(member.getModifiers()) && !ownOnly));
    }

    /** Returns whether a type is a record with one component for each member of a JSON object of the protocol. */
    private static boolean isProtocolObject(Class<?> type) {
        return type.isRecord()
                && Arrays.stream(type.getDeclaredFields())
                        .anyMatch(field -> field.getName().equals("CODEC")
                                && field.getType().getSimpleName().equals("ObjectCodec"));
    }

    private static boolean isCanonical(Constructor<?> constructor) {
        return Arrays.equals(
                constructor.getParameterTypes(),
                Arrays.stream(constructor.getDeclaringClass().getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray());
    }

    /** Returns whether every object or every enumeration has it. */
    private static boolean isImplied(Method method) {
        boolean ofEnum = method.getDeclaringClass().isEnum() && Modifier.isStatic(method.getModifiers());
        String name = method.getName();
        return switch (method.getParameterCount()) {
            case 0 -> name.equals("hashCode") || name.equals("toString") || (ofEnum && name.equals("values"));
            case 1 ->
                (name.equals("equals") && method.getParameterTypes()[0] == Object.class)
                        || (ofEnum && name.equals("valueOf") && method.getParameterTypes()[0] == String.class);
            default -> false;
        };
    }

    private Set<Class<?>> withHiddenSupertypes(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        all.add(type);
        supertypes(type).filter(this::isHidden).forEach(hidden -> all.addAll(withHiddenSupertypes(hidden)));
        return all;
    }

    private static Stream<Class<?>> supertypes(Class<?> type) {
        Stream<Class<?>> interfaces = Arrays.stream(type.getInterfaces());
        Class<?> superclass = type.getSuperclass();
        return superclass == null ? interfaces : Stream.concat(Stream.of(superclass), interfaces);
    }

    private String header(Class<?> type) {
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        boolean implied = !kind.equals("class");
        String components = type.isRecord() && !isProtocolObject(type)
                ? Arrays.stream(type.getRecordComponents())
                        .map(component -> TypeText.of(component.getAnnotatedType()) + " " + component.getName())
                        .collect(Collectors.joining(", ", "(", ")"))
                : "";
        return annotations(type)
                + words(
                        visibility(type.getModifiers()),
                        type.getDeclaringClass() != null && !implied && Modifier.isStatic(type.getModifiers())
                                ? "static"
                                : null,
                        !implied && Modifier.isAbstract(type.getModifiers()) ? "abstract" : null,
                        !implied && Modifier.isFinal(type.getModifiers()) ? "final" : null,
                        type.isSealed() ? "sealed" : null,
                        kind,
                        TypeText.of(type) + TypeText.parameters(type.getTypeParameters()) + components)
                + clause(" is ", visibleSupertypes(type))
                + clause(" permits ", permitted(type));
    }

    private Stream<String> permitted(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses())
                        .filter(this::isApi)
                        .map(TypeText::of)
                : Stream.empty();
    }

    /** Supertypes that users can see, those of hidden ones among them. */
    private Stream<String> visibleSupertypes(Class<?> type) {
        AnnotatedType superclass = type.getAnnotatedSuperclass();
        List<AnnotatedType> direct = Stream.concat(
                        superclass == null ? Stream.empty() : Stream.of(superclass),
                        Arrays.stream(type.getAnnotatedInterfaces()))
                .toList();
        Set<String> own = direct.stream()
                .map(TypeText::of)
                .filter(name -> !Set.of(
                                "Object",
                                "Record",
                                "Enum<" + TypeText.of(type) + ">",
                                "java.lang.annotation.Annotation")
                        .contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        supertypes(type).filter(this::isHidden).forEach(hidden -> {
            own.removeIf(name -> name.equals(TypeText.of(hidden)) || name.startsWith(TypeText.of(hidden) + "<"));
            visibleSupertypes(hidden).forEach(own::add);
        });
        return own.stream();
    }

    private static String clause(String word, Stream<String> names) {
        String all = names.sorted().collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : word + all;
    }

    private static String describe(Field field) {
        return annotations(field)
                + words(
                        visibility(field.getModifiers()),
                        Modifier.isStatic(field.getModifiers()) ? "static" : null,
                        Modifier.isFinal(field.getModifiers()) ? "final" : null,
                        TypeText.of(field.getAnnotatedType()),
                        field.getName());
    }

    private static String describe(Constructor<?> constructor) {
        return annotations(constructor)
                + words(
                        visibility(constructor.getModifiers()),
                        TypeText.parameters(constructor.getTypeParameters()),
                        constructor.getDeclaringClass().getSimpleName() + parameters(constructor));
    }

    private static String describe(Method method) {
        Object fallback = method.getDefaultValue();
        return annotations(method)
                + words(
                        visibility(method.getModifiers()),
                        Modifier.isStatic(method.getModifiers()) ? "static" : null,
                        Modifier.isAbstract(method.getModifiers())
                                        && !method.getDeclaringClass().isInterface()
                                ? "abstract"
                                : null,
                        method.isDefault() ? "default" : null,
                        Modifier.isFinal(method.getModifiers()) ? "final" : null,
                        TypeText.parameters(method.getTypeParameters()),
                        TypeText.of(method.getAnnotatedReturnType()),
                        method.getName() + parameters(method),
                        fallback == null ? null : "default");
    }

    private static String parameters(Executable executable) {
        AnnotatedType[] types = executable.getAnnotatedParameterTypes();
        String last = executable.isVarArgs() ? TypeText.of(types[types.length - 1]) : "";
        String all = Arrays.stream(types)
                .limit(executable.isVarArgs() ? types.length - 1 : types.length)
                .map(type -> TypeText.of(type) + ", ")
                .collect(Collectors.joining());
        all += executable.isVarArgs() ? last.substring(0, last.lastIndexOf("[]")) + "..., " : "";
        return "(" + (all.isEmpty() ? "" : all.substring(0, all.length() - 2)) + ")"
                + clause(
                        " throws ",
                        Arrays.stream(executable.getAnnotatedExceptionTypes()).map(TypeText::of));
    }

    private static String annotations(AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .map(Annotation::annotationType)
                .map(Class::getSimpleName)
                .filter(SHOWN::contains)
                .sorted()
                .map(name -> "@" + name + " ")
                .collect(Collectors.joining());
    }

    private static String visibility(int modifiers) {
        return Modifier.isPublic(modifiers) ? "public" : "protected";
    }

    private static String words(@Nullable String... words) {
        return Arrays.stream(words)
                .filter(word -> word != null && !word.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
