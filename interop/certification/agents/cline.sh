packages=(cline@3.0.65)
command=("$modules/@cline/cli-linux-x64/bin/cline" --acp)
environment=(CLINE_API_KEY=none CLINE_PROVIDER=openai-compatible CLINE_SESSION_BACKEND_MODE=local)
file .cline/data/settings/providers.json <<EOF
{
  "version": 1,
  "lastUsedProvider": "openai-compatible",
  "providers": {
    "openai-compatible": {
      "settings": { "provider": "openai-compatible", "apiKey": "none", "model": "scripted", "baseUrl": "$model/v1" },
      "updatedAt": "2026-01-01T00:00:00.000Z",
      "tokenSource": "manual"
    }
  }
}
EOF
