/** Resolves with the result, or with null as soon as the signal is aborted. */
export async function untilAbort<R>(signal: AbortSignal, result: Promise<R>): Promise<R | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const onAbort = (): void => resolve(null);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  // Nothing waits for it any more.
  result.catch(() => undefined);
  try {
    return await Promise.race([result, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
