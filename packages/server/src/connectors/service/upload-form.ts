import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";

/** A file of a form. `body` must have exactly `size` bytes. */
export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly body: Readable;
}
/** A request body of the type multipart/form-data (RFC 7578). `length`: bytes. */
export interface Form {
  readonly contentType: string;
  readonly length: number;
  readonly body: Readable;
}

/** Builds a form with texts and one file, which is read while the form is sent. */
export function buildForm(texts: Readonly<Record<string, string>>, file: FormFile): Form {
  const boundary = `parlour-${randomBytes(18).toString("hex")}`;
  const fields = Object.entries(texts).map(
    ([name, text]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const head = Buffer.from(
    `${fields.join("")}--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${escapeName(file.name)}"\r\ncontent-type: ${file.type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + file.size + tail.length,
    body: Readable.from(concatenate(head, file.body, tail)),
  };
}

async function* concatenate(head: Buffer, body: Readable, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  for await (const chunk of body as AsyncIterable<Buffer>) yield chunk;
  yield tail;
}

/** Escapes a file name as browsers do in forms. */
const escapeName = (name: string): string =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
