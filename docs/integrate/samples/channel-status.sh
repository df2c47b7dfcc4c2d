#!/bin/sh
# Prints 1 if an operator can answer, else 0. Environment: INBOUND_URL, the inbound URL of the channel.
set -eu
curl --fail --silent --show-error "$INBOUND_URL/status"
