import { createHash } from "node:crypto";
import { Transform } from "node:stream";

/** Lets bytes through; `hex` is the SHA-256 of all of them once the stream has ended. */
export function digesting(): { readonly through: Transform; readonly hex: () => string } {
  const hash = createHash("sha256");
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, hex: () => hash.digest("hex") };
}
