package io.acp4j.architecture.api;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Types as text, the same on every JDK: with type arguments, with {@code ?} behind what may be null, and without java.lang. */
final class TypeText {

    private TypeText() {}

    static String of(AnnotatedType type) {
        return text(type) + (type.isAnnotationPresent(Nullable.class) ? "?" : "");
    }

    private static String text(AnnotatedType type) {
        if (type instanceof AnnotatedArrayType array) {
            return of(array.getAnnotatedGenericComponentType()) + "[]";
        } else if (type instanceof AnnotatedParameterizedType parameterized) {
            ParameterizedType generic = (ParameterizedType) parameterized.getType();
            return of((Class<?>) generic.getRawType())
                    + list(parameterized.getAnnotatedActualTypeArguments(), ", ", "<", ">");
        } else if (type instanceof AnnotatedWildcardType wildcard) {
            return "?" + list(wildcard.getAnnotatedLowerBounds(), " & ", " super ", "") + upper(wildcard);
        } else if (type instanceof AnnotatedTypeVariable variable) {
            return variable.getType().getTypeName();
        }
        return type.getType() instanceof Class<?> raw ? of(raw) : type.getType().getTypeName();
    }

    private static String upper(AnnotatedWildcardType wildcard) {
        boolean unbounded = Arrays.stream(wildcard.getAnnotatedUpperBounds()).allMatch(TypeText::isPlainObject);
        return unbounded ? "" : list(wildcard.getAnnotatedUpperBounds(), " & ", " extends ", "");
    }

    private static boolean isPlainObject(AnnotatedType type) {
        return type.getType() == Object.class && !type.isAnnotationPresent(Nullable.class);
    }

    /** Returns a type without arguments; nested types have the names of those around them. */
    static String of(Class<?> type) {
        String name = Objects.requireNonNullElse(type.getCanonicalName(), type.getName());
        return type.getPackageName().equals("java.lang") ? name.replaceFirst("^java\\.lang\\.", "") : name;
    }

    /** Returns the type parameters of a type or method with their bounds, in angle brackets, or nothing. */
    static String parameters(TypeVariable<?>[] variables) {
        String all = Arrays.stream(variables)
                .map(variable -> variable.getName() + bounds(variable))
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "" : "<" + all + ">";
    }

    private static String bounds(TypeVariable<?> variable) {
        boolean unbounded = Arrays.stream(variable.getAnnotatedBounds()).allMatch(TypeText::isPlainObject);
        return unbounded ? "" : list(variable.getAnnotatedBounds(), " & ", " extends ", "");
    }

    private static String list(AnnotatedType[] types, String separator, String before, String after) {
        String all = Arrays.stream(types).map(TypeText::of).collect(Collectors.joining(separator));
        return all.isEmpty() ? "" : before + all + after;
    }
}
