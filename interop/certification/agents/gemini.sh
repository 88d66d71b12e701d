packages=(@google/gemini-cli@0.61.0)
command=(node "$modules/@google/gemini-cli/bundle/gemini.js" --acp)
environment=(GEMINI_MODEL=gemini-2.5-flash GEMINI_API_KEY=none "GOOGLE_GEMINI_BASE_URL=$model" GEMINI_CLI_NO_RELAUNCH=true GEMINI_CLI_TRUST_WORKSPACE=true)
auth_method=gemini-api-key
