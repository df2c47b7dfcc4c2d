#!/bin/sh
# Sends a customer's message to a chat channel. Environment: INBOUND_URL, the inbound URL of the channel.
# The Idempotency-Key makes a repeat safe: use a new one for every message and the same one for its repeats.
set -eu
curl --fail-with-body --silent --show-error \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: ${KEY:-m-5001}" \
  --data '{"sender":{"id":"cust-881","name":"Nadia Ross","email":"nadia@shop.example"},"message":{"type":"text","id":"m-5001","text":"Is size 42 back in stock?"}}' \
  "$INBOUND_URL"
