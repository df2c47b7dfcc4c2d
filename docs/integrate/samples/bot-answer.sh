#!/bin/sh
# Posts a message of a bot to a chat that the bot has.
# Environment: PARLOUR_ADDRESS (…/bot/webhooks/<provider_id>/<token>), CHAT_ID (of a CLIENT_MESSAGE).
set -eu
curl --fail-with-body --silent --show-error \
  --header "Content-Type: application/json" \
  --data "{\"event\":\"BOT_MESSAGE\",\"id\":\"b-17\",\"chat_id\":\"$CHAT_ID\",\"message\":{\"type\":\"TEXT\",\"text\":\"Let me see.\"}}" \
  "$PARLOUR_ADDRESS"
