#!/bin/sh
# Plays Parlour: posts a signed event to your own receiver. Environment: URL, PARLOUR_SECRET (whsec_…).
set -eu
body='{"event_name":"offline_message","widget_id":"Lk29fQw7Za","visitor":{"name":"Nadia Ross","email":"nadia@shop.example","phone":"","number":"412","description":"","social":{},"chats_count":0},"session":{"geoip":{},"utm":"","utm_json":{},"ip_addr":"","user_agent":""},"page":{"url":"","title":""},"event_timestamp":1763620900,"offline_message_id":"731","message":"Please call me back","timestamp":1763620900}'
id="evt_$(date +%s)"
timestamp=$(date +%s)
key=$(printf %s "${PARLOUR_SECRET#whsec_}" | openssl base64 -d -A | od -An -tx1 | tr -d ' \n')
signature=$(printf %s "$id.$timestamp.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
curl --fail-with-body --silent --show-error \
  --header "Content-Type: application/json; charset=utf-8" \
  --header "webhook-id: $id" --header "webhook-timestamp: $timestamp" --header "webhook-signature: v1,$signature" \
  --header "Parlour-Event: offline_message" --data "$body" "$URL"
