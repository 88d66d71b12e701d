packages=(opencode-ai@1.18.33)
command=("$modules/opencode-linux-x64/bin/opencode" acp)
environment=(OPENCODE_DISABLE_AUTOUPDATE=1 OPENCODE_DISABLE_MODELS_FETCH=1)
file .config/opencode/opencode.json <<EOF
{
  "model": "scripted/scripted",
  "provider": {
    "scripted": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "$model/v1", "apiKey": "none" },
      "models": { "scripted": { "tool_call": true } }
    }
  },
  "permission": { "bash": "ask", "edit": "ask" }
}
EOF
