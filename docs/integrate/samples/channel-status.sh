#!/bin/sh
# Prints 1 when somebody can answer, else 0. INBOUND_URL: the inbound URL of the channel, as shown in Parlour.
set -eu
curl --fail --silent --show-error "$INBOUND_URL/status"
