const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Ends a command at a signal by an exit, so that an embedded database that it started goes with it; what was half written in the database is
 * taken back there. Commands that listen themselves (start, lab, conformance) end in their own way.
 */
export function endAtSignals(): void {
  for (const [name, number] of Object.entries(numbers))
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(128 + number);
    });
}
