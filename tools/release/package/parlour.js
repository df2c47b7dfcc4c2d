#!/usr/bin/env node
// The command `parlour` of the npm package. An old Node cannot parse the server, so it is loaded
// after the check.
import "./require-node.js";

void import("../packages/server/dist/installed.js");
