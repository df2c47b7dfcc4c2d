/**
 * Runs a function in the next turn of the event loop, so that everything of this turn is collected.
 * Returns a function that cancels the run.
 */
export function runInNextTurn(run: () => void): () => void {
  const immediate = setImmediate(run);
  return () => clearImmediate(immediate);
}
