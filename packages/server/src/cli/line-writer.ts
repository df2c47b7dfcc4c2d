/**
 * Returns a function that writes lines to a stream of the process. If the reader closes the stream
 * (`parlour export | head`, a closed terminal), later lines are lost and the process continues.
 * `onLost` receives the error of each lost line.
 */
export function createLineWriter(
  stream: NodeJS.WriteStream,
  onLost: (error: NodeJS.ErrnoException) => void = () => undefined,
): (line: string) => void {
  stream.on("error", onLost);
  return (line) => void stream.write(`${line}\n`);
}
