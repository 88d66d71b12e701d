packages=(@agentclientprotocol/codex-acp@2.6.0)
command=(node "$modules/.bin/codex-acp")
protocol=both
environment=(SCRIPTED_MODEL_KEY=none)
file .codex/config.toml <<EOF
model = "scripted"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "workspace-write"

[model_providers.scripted]
name = "scripted"
base_url = "$model/v1"
wire_api = "responses"
env_key = "SCRIPTED_MODEL_KEY"
requires_openai_auth = false

[analytics]
enabled = false

[otel]
exporter = "none"
EOF
