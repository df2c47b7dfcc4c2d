/** Runs tasks, at most `max` at a time. Rejects with the first error when all have ended. */
export async function runLimited(
  tasks: readonly (() => Promise<void>)[],
  max: number,
): Promise<void> {
  const waiting = tasks.values();
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const task of waiting) await task().catch((error: unknown) => void errors.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(max, tasks.length) }, work));
  if (errors.length > 0) throw errors[0];
}
