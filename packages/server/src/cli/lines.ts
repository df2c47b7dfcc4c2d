/**
 * A line at a time to a stream of the process. One whose reader is gone (`parlour export | head`, a closed terminal) loses what is said
 * from then on, and ends nothing: the server serves on, a command finishes what it began. `onLost` hears why, once for each line.
 */
export function linesTo(
  stream: NodeJS.WriteStream,
  onLost: (error: NodeJS.ErrnoException) => void = () => undefined,
): (line: string) => void {
  stream.on("error", onLost);
  return (line) => void stream.write(`${line}\n`);
}
