/** A block of server-sent events. A block without data has an id only, or nothing. */
export interface StreamBlock {
  readonly id: string | null;
  readonly event: string | null;
  readonly data: string | null;
  readonly retryMs: number | null;
}

/**
 * Parses server-sent events. Yields a block when its empty line has arrived, so that a part of a
 * block never counts. Also yields blocks without data, whose id says how far the stream is
 * complete: the specification lets other parsers drop them.
 */
export async function* parseEventStream(
  read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>,
): AsyncGenerator<StreamBlock, void> {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? "";
    yield* blocks.map(parseBlock);
  }
}

function parseBlock(text: string): StreamBlock {
  const fields = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const [, name = "", value = ""] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const readField = (name: string): string | null => fields.get(name)?.join("\n") ?? null;
  const retry = readField("retry");
  return {
    id: readField("id"),
    event: readField("event"),
    data: readField("data"),
    retryMs: retry !== null && /^\d+$/.test(retry) ? Number(retry) : null,
  };
}
