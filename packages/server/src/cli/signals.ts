const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Exits a command on a signal, so that an embedded database that it started stops too and rolls
 * back open transactions. The commands start, lab and conformance handle signals themselves.
 */
export function exitOnSignals(): void {
  for (const [name, number] of Object.entries(signalNumbers))
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(128 + number);
    });
}
