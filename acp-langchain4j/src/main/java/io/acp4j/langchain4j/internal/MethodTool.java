package io.acp4j.langchain4j.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.invocation.InvocationParameters;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A tool that is a method with an annotation. */
public final class MethodTool implements BoundTool.Body {

    private static final JsonMapper JSON = JsonMapper.builder()
            .findAndAddModules()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** What the model reads when a method returns nothing. */
    private static final String DONE = "done";

    private final Object owner;
    private final Method method;

    private MethodTool(Object owner, Method method) {
        this.owner = owner;
        this.method = method;
    }

    /**
     * Returns the tools that an object has.
     *
     * @throws IllegalArgumentException when it has none
     */
    public static List<BoundTool> of(Object owner) {
        Map<String, BoundTool> tools = new LinkedHashMap<>();
        for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Tool.class) && !method.isBridge()) {
                    method.setAccessible(true);
                    tools.putIfAbsent(
                            signature(method),
                            new BoundTool(
                                    ToolSpecifications.toolSpecificationFrom(method), new MethodTool(owner, method)));
                }
            }
        }
        if (tools.isEmpty()) {
            throw new IllegalArgumentException(
                    owner.getClass().getName() + " has no method with the annotation " + Tool.class.getName());
        }
        return List.copyOf(tools.values());
    }

    /** An overridden method is a tool once. */
    private static String signature(Method method) {
        return method.getName() + List.of(method.getParameterTypes());
    }

    @Override
    public String run(ToolExecutionRequest request, PromptTurn turn, ToolCallHandle call) throws Exception {
        JsonNode arguments = parse(request.arguments());
        InvocationParameters surroundings = InvocationParameters.from(
                Map.of(LangChain4jConversation.TURN, turn, LangChain4jConversation.TOOL_CALL, call));
        List<@Nullable Object> values = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            if (InvocationParameters.class.isAssignableFrom(parameter.getType())) {
                values.add(surroundings);
            } else if (parameter.isAnnotationPresent(ToolMemoryId.class)) {
                values.add(turn.session().id().value());
            } else {
                values.add(argument(parameter, arguments));
            }
        }
        try {
            return text(method.invoke(owner, values.toArray()));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        }
    }

    private static JsonNode parse(@Nullable String arguments) {
        if (arguments == null || arguments.isBlank()) {
            return JSON.createObjectNode();
        }
        try {
            return JSON.readTree(arguments);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the arguments are no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static @Nullable Object argument(Parameter parameter, JsonNode arguments) throws JsonProcessingException {
        P described = parameter.getAnnotation(P.class);
        String name = described == null || described.name().isBlank() ? parameter.getName() : described.name();
        boolean optional = parameter.getType() == Optional.class;
        Type type = optional && parameter.getParameterizedType() instanceof ParameterizedType of
                ? of.getActualTypeArguments()[0]
                : parameter.getParameterizedType();
        JavaType target = JSON.constructType(type);
        JsonNode given = arguments.path(name);
        if (given.isMissingNode() || given.isNull()) {
            Object value = described == null || P.NO_DEFAULT.equals(described.defaultValue())
                    ? null
                    : standard(described.defaultValue(), target);
            if (value == null && parameter.getType().isPrimitive()) {
                throw new IllegalArgumentException("the argument " + name + " is missing");
            }
            return optional ? Optional.ofNullable(value) : value;
        }
        Object value;
        try {
            value = JSON.convertValue(given, target);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the argument " + name + " cannot be a " + type.getTypeName(), e);
        }
        return optional ? Optional.ofNullable(value) : value;
    }

    /** Returns a default: text and numbers as they are written, all else as JSON. */
    private static Object standard(String text, JavaType type) throws JsonProcessingException {
        return type.isContainerType() || text.startsWith("{")
                ? JSON.readValue(text, type)
                : JSON.convertValue(TextNode.valueOf(text), type);
    }

    private String text(@Nullable Object result) throws JsonProcessingException {
        if (result == null) {
            return method.getReturnType() == void.class ? DONE : "null";
        }
        return result instanceof String text ? text : JSON.writeValueAsString(result);
    }
}
