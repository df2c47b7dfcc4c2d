import { createHash } from "node:crypto";
import { Transform } from "node:stream";

/** Creates a pass-through stream. `hex`: the SHA-256 of all bytes after its end. */
export function createDigest(): { readonly through: Transform; readonly hex: () => string } {
  const hash = createHash("sha256");
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, hex: () => hash.digest("hex") };
}
