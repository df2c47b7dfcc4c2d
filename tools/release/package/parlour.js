#!/usr/bin/env node
// The command `parlour` of the npm package. Runs on any Node that knows modules, so that an old one
// gets a message instead of a syntax error.
const required = 24;
const major = Number(process.versions.node.split(".")[0]);
if (major < required) {
  process.stderr.write(
    `Parlour needs Node.js ${required} or newer, and ${process.execPath} is ${process.version}.\n` +
      `Install Node.js ${required}, install Parlour with its npm again, and start again.\n`,
  );
  // The exit code of a wrong configuration (CLI-002).
  process.exit(78);
} else void import("../packages/server/dist/installed.js");
