packages=(@qwen-code/qwen-code@0.24.4)
command=(node "$modules/@qwen-code/qwen-code/cli-entry.js" --acp --auth-type openai)
environment=(OPENAI_API_KEY=none "OPENAI_BASE_URL=$model/v1" OPENAI_MODEL=scripted)
file .qwen/settings.json <<EOF
{
  "general": { "disableAutoUpdate": true },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "tools": { "approvalMode": "default" }
}
EOF
