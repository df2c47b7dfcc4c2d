// Ends the process if its Node is too old. npm runs this file before it installs the package, and
// the command at each start. It runs on any Node that knows modules, so that an old one gets a
// message instead of a syntax error.
const required = 24;
if (Number(process.versions.node.split(".")[0]) < required) {
  process.stderr.write(
    `Parlour needs Node.js ${required} or newer, and ${process.execPath} is ${process.version}.\n` +
      `Install Node.js ${required}, and install Parlour with its npm.\n`,
  );
  // The exit code of a wrong configuration (CLI-002).
  process.exit(78);
}
